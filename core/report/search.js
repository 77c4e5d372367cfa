/*
 * Search: what matches is a list of rows that one steps through.
 */

const matches = {rows: [], at: -1};

/* Rows of the code that name VALUE. */
function rowsOfValue(view, value)
{
	if (!view.rowsOf)
		view.rowsOf = rowsOfValues(view);
	return view.rowsOf.get(value) || [];
}

/* A table from each value to the rows of its name; made once, since reading all
 * rows takes too long for a click. */
function rowsOfValues(view)
{
	const rows = new Map();

	view.rows.forEach((row, i) => {
		const names = readText(view, row).match(/%[\w.-]+/g) || [];
		const values = new Set();

		for (const name of names) {
			values.add(view.byName.get(name));
			values.add(view.byName.get(name.replace(/\..*$/, "")));
		}
		values.delete(undefined);
		for (const value of values) {
			if (!rows.has(value))
				rows.set(value, []);
			rows.get(value).push(i);
		}
	});
	return rows;
}

/* Rows where something begins in the column of register NAME; null: there is no
 * such register. */
function rowsOfRegister(f, view, name)
{
	const places = f.registers["$" + name.replace(/^\$/, "")];
	const column = places && places.length ? view.columns[places[0][0]] :
		view.shown.find(c => c.name === name);

	if (!column)
		return null;
	state.found = column;
	return [...new Set(column.marks.map(m => Math.floor(m.y0)))];
}

function rowsOfLine(view, line)
{
	const lines = [...view.lineRow.keys()].sort((a, b) => a - b);
	const at = lines.find(l => l >= line);

	return at === undefined ? [] : [view.lineRow.get(at)];
}

function rowsOfText(view, text)
{
	return view.rows.map((row, i) => readText(view, row).includes(text) ||
		madeText(view, row).includes(text) ? i : -1).filter(i => i >= 0);
}

function search(text)
{
	const {f, view} = state;
	const block = text.match(/^(?:bb\.|%bb\.)(\d+)/);
	const value = view.byName.get(text);

	state.found = null;
	matches.at = -1;
	if (!text) {
		matches.rows = [];
	} else if (value) {
		matches.rows = rowsOfValue(view, value);
		choose(value);
	} else if (block && view.headRow.has(+block[1])) {
		matches.rows = [view.headRow.get(+block[1])];
	} else if (/^\d+$/.test(text)) {
		matches.rows = rowsOfLine(view, +text);
	} else {
		matches.rows = rowsOfRegister(f, view, text) ||
			rowsOfText(view, text);
	}
	matchStep(1);
	redraw();
}

function matchStep(by)
{
	const n = matches.rows.length;

	if (n) {
		matches.at = matches.at < 0 ? by > 0 ? 0 : n - 1 :
			(matches.at + by + n) % n;
		rowShow(matches.rows[matches.at]);
	}
	byId("found").textContent = n ? `${matches.at + 1} of ${n}` :
		byId("search").value ? "nothing" : "";
}
