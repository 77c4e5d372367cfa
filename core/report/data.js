/*
 * The page's data, as the tool wrote it, and what is worked out of it once for
 * each function that is looked at: values, rows, columns.
 *
 * Places along the code are counted in rows: 7.5 is the middle of row 7.
 */
"use strict";

const byId = id => document.getElementById(id);
const functions = JSON.parse(byId("data").textContent);

/* Slot 30, of position 7, as LLVM prints it: "112r". */
function slotText(slot)
{
	return (slot >> 2) * 16 + "Berd"[slot & 3];
}

/* What is told from place I of ROW on: the number of a text and its arguments,
 * those below 0 being names. */
function textOf(f, row, i)
{
	const parts = f.texts[row[i]];
	let text = parts[0];

	for (let k = 1; k < parts.length; k++) {
		const argument = row[i + k];

		text += (argument < 0 ? f.names[-1 - argument] : argument) +
			parts[k];
	}
	return text;
}

/* Does -explain tell of register NAME here? */
function storyHas(f, name)
{
	return f.stories.registers[name] !== undefined;
}

/* What it tells. */
function storyText(f, name)
{
	const runs = f.stories.registers[name], {lines} = f.stories;
	let text = "";

	for (let i = 0; i < runs.length; i += 2)
		for (let k = 0; k < runs[i + 1]; k++)
			text += textOf(f, lines[runs[i] + k], 0) + "\n";
	return text;
}

/* A value is what one register of the input holds with all that was joined to
 * it.  By name: that of registers, of others joined to them, of parts. */
function valuesFind(f)
{
	const values = [], byName = new Map();

	for (const r of f.allocation) {
		const value = {name: r.register, index: values.length,
			class: r.class, members: [], intervals: r.intervals};

		values.push(value);
		byName.set(r.register, value);
		for (const p of r.intervals)
			byName.set(p.name, value);
	}
	for (const [name, [, is]] of Object.entries(f.joined)) {
		const value = byName.get(is) ||
			byName.get(is.replace(/\.[^.]*$/, ""));

		if (!value)
			continue;
		value.members.push(name);
		byName.set(name, value);
	}
	return {values, byName};
}

/* --- rows --- */

/* The rows of one block: instructions that were read beside what became of
 * them.  Those of which nothing is left stand before what was made for them,
 * where that is.  KEPT: by number of the others, what they became. */
function blockRows(f, rows, block, read, kept)
{
	let next = read ? read.first : 0;
	const end = read ? read.end : 0;
	const gone = to => {
		for (; next < to; next++)
			if (!kept.has(next))
				rows.push({kind: f.input[next][2] === "debug" ?
					"debug" : "gone", input: next,
					output: -1, block: block.number});
	};

	rows.push({kind: "head", input: -1, output: -1, block: block.number,
		head: block});
	const paired = o => f.output[o][1] >= 0 &&
		kept.get(f.output[o][1]) === o;

	for (let o = block.first; o < block.end; o++) {
		const from = f.output[o][1], pair = paired(o);
		let to = o;

		while (to < block.end && !paired(to))
			to++;
		const until = to < block.end ? f.output[to][1] : end;

		if (until >= next && until <= end)
			gone(until);
		if (pair && from === next)
			next = from + 1;
		rows.push({kind: f.output[o][2] ||
			(pair && f.input[from][2]) || (pair ? "" : "made"),
			input: pair ? from : -1, output: o,
			block: block.number});
	}
	gone(end);
}

function rowsFind(f)
{
	const rows = [], kept = new Map(), read = new Map();

	f.output.forEach((o, i) => {
		if (o[1] >= 0 && !kept.has(o[1]))
			kept.set(o[1], i);
	});
	for (const b of f.input_blocks)
		read.set(b.number, b);
	for (const b of f.output_blocks) {
		blockRows(f, rows, b, read.get(b.number), kept);
		read.delete(b.number);
	}
	for (const b of read.values())
		blockRows(f, rows, Object.assign({}, b, {first: 0, end: 0}), b,
			kept);
	return rows;
}

/* --- where positions are --- */

/* By position: its row, or -1. */
function positionRows(f, rows)
{
	const at = [], heads = new Map(f.heads);
	const set = (pos, row) => {
		while (at.length <= pos)
			at.push(-1);
		if (at[pos] < 0)
			at[pos] = row;
	};

	rows.forEach((row, i) => {
		row.pos = row.kind === "head" ? heads.get(row.block) ?? -1 :
			row.input >= 0 ? f.input[row.input][1] : -1;
		if (row.pos >= 0)
			set(row.pos, i);
	});
	return at;
}

/* By slot: its place.  Positions without a row lie between their neighbours. */
function slotPlaces(rows, posRow)
{
	const places = new Float64Array((posRow.length + 1) * 4 + 4);
	let pos = 0;

	places.fill(rows.length);
	while (pos < posRow.length) {
		if (posRow[pos] >= 0) {
			for (let k = 0; k < 4; k++)
				places[pos * 4 + k] = posRow[pos] + k / 4;
			pos++;
			continue;
		}
		let to = pos;

		while (to < posRow.length && posRow[to] < 0)
			to++;
		const low = pos ? posRow[pos - 1] + 1 : 0;
		const high = to < posRow.length ? posRow[to] : rows.length;
		const step = Math.max(0, high - low) / ((to - pos) * 4);

		for (let s = 0; s < (to - pos) * 4; s++)
			places[pos * 4 + s] = low + s * step;
		pos = to;
	}
	/* What the order of rows contradicts must not go backwards. */
	for (let s = 1; s < places.length; s++)
		places[s] = Math.max(places[s], places[s - 1]);
	return places;
}

/* --- columns --- */

/* Names with numbers in the order of their numbers. */
function naturally(a, b)
{
	return a.localeCompare(b, "en", {numeric: true});
}

/* Columns of registers, then of slots.  A mark is what is drawn in one: from
 * Y0 to Y1 in the parts MASK; a hole lies between two of one interval. */
function columnsFind(f)
{
	const columns = f.columns.map(([name, parts], id) => ({name, id,
		parts, marks: [], holes: [], slot: false}));
	const slots = new Map(), shown = columns.slice();

	shown.sort((a, b) => naturally(a.name, b.name));
	for (const r of f.allocation)
		for (const p of r.intervals || [])
			if (p.place.startsWith("%") && !slots.has(p.place))
				slots.set(p.place, {name: p.place.slice(1),
					parts: 1, marks: [], holes: [],
					slot: true});
	const memory = [...slots.values()];

	memory.sort((a, b) => naturally(a.name, b.name));
	return {columns, slots, shown: shown.concat(memory)};
}

/* The place of SLOT; behind the last row for what has none. */
function placeOf(view, slot)
{
	return view.places[slot] ?? view.rows.length;
}

/* Where an interval begins at an instruction that code was made for, it begins
 * in that code. */
function markStart(view, slot)
{
	let y = placeOf(view, slot);
	const row = view.rows[Math.floor(y) - 1];

	if (slot % 4 < 2 && y === Math.floor(y) + slot % 4 / 4 && row &&
	    /^(reload|copy|remat|made)$/.test(row.kind) &&
	    view.rows[Math.floor(y)].kind !== "head")
		y = Math.floor(y) - 0.5;
	return y;
}

function marksOfInterval(f, view, value, p)
{
	const {segments} = p, whole = f.registers[p.place];
	const add = (column, mask, list) => {
		let hole = -1;

		for (const [s, e] of list) {
			const y0 = markStart(view, s);

			column.marks.push({y0, y1: placeOf(view, e), mask, value,
				interval: p});
			if (hole >= 0 && y0 > hole)
				column.holes.push({y0: hole, y1: y0, mask,
					value});
			hole = placeOf(view, e);
		}
	};

	if (view.slots.has(p.place))
		add(view.slots.get(p.place), 1, segments);
	else if (f.lanes[p.name])
		for (const [places, range] of f.lanes[p.name])
			for (const [c, mask] of places)
				add(view.columns[c], mask, range);
	else
		for (const [c, mask] of whole || [])
			add(view.columns[c], mask, segments);
}

/* By place, with the furthest end so far, for a search of the first mark. */
function marksSort(marks)
{
	let most = 0;

	marks.sort((a, b) => a.y0 - b.y0);
	for (const m of marks)
		m.far = most = Math.max(most, m.y1);
}

function marksFind(f, view)
{
	for (const value of view.values)
		for (const p of value.intervals)
			marksOfInterval(f, view, value, p);
	for (const [c, unit, range] of f.fixed)
		for (const [s, e] of range)
			view.columns[c].marks.push({y0: placeOf(view, s),
				y1: placeOf(view, e), mask: 1 << unit,
				value: null});
	for (const column of view.shown) {
		marksSort(column.marks);
		marksSort(column.holes);
	}
}

/* Those of MARKS that meet [Y0, Y1). */
function marksIn(marks, y0, y1)
{
	const found = [];
	let low = 0, high = marks.length;

	while (low < high) {
		const middle = (low + high) >> 1;

		if (marks[middle].far > y0)
			high = middle;
		else
			low = middle + 1;
	}
	for (; low < marks.length && marks[low].y0 < y1; low++)
		if (marks[low].y1 > y0)
			found.push(marks[low]);
	return found;
}

/* The value in register NAME ("$a") at place Y, or null. */
function valueAt(f, view, name, y)
{
	for (const [c, mask] of f.registers[name] || [])
		for (const m of marksIn(view.columns[c].marks, y, y + 0.01))
			if (m.value && m.mask & mask)
				return m.value;
	return null;
}

/* The text of ROW as it was read, and as it was written; "": it was not. */
const readText = (view, row) => row.input >= 0 ? view.read[row.input] : "";
const madeText = (view, row) => row.output >= 0 ? view.made[row.output] : "";

/* All that is worked out of function F. */
function viewOf(f)
{
	if (f.view || !f.allocation || !f.input)
		return f.view;
	const view = f.view = Object.assign(valuesFind(f), columnsFind(f));

	view.read = f.input.map(row => textOf(f, row, 3));
	view.made = f.output.map(row => textOf(f, row, 3));
	view.rows = rowsFind(f);
	view.posRow = positionRows(f, view.rows);
	view.places = slotPlaces(view.rows, view.posRow);
	marksFind(f, view);
	view.clobbers = new Map();
	for (const [slot, columns] of f.clobbers) {
		const row = Math.floor(placeOf(view, slot));

		view.clobbers.set(row, new Set(columns));
	}
	view.demand = new Map((f.demand ? f.demand.rows : []).map(
		r => [r[0], r.slice(1)]));
	view.headRow = new Map();
	view.lineRow = new Map();
	view.rows.forEach((row, i) => {
		if (row.kind === "head")
			view.headRow.set(row.block, i);
		if (row.input >= 0 && !view.lineRow.has(f.input[row.input][0]))
			view.lineRow.set(f.input[row.input][0], i);
	});
	return view;
}
