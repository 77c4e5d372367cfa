/*
 * The code: only the rows that are seen are elements, all others are the height
 * of the sheet that they stand on.
 */

const ROW = 18; /* pixels of a row */

/* What is shown: function, value under the pointer, value that was chosen, row
 * of the keyboard, and how. */
const state = {f: null, view: null, hover: null, value: null, row: 0,
	mode: "code", first: 0, count: 0, found: null};

/* Pixels of what stands above all rows: the names of the columns. */
const topOf = () => state.mode === "code" ? 84 : 26;

const KIND_SIGNS = {spill: "↓", reload: "↑", remat: "↻", copy: "→",
	folded: "⇅", call: "ƒ", made: "+", gone: "−", debug: "·"};
const KIND_NAMES = {spill: "stored into its slot: a spill",
	reload: "loaded from its slot", remat: "computed again", copy: "a copy",
	folded: "uses the slot itself", call: "a call",
	made: "made on the way", gone: "nothing is left of it",
	debug: "for debuggers"};

function escaped(text)
{
	return text.replace(/[&<>"]/g, c => ({"&": "&amp;", "<": "&lt;",
		">": "&gt;", "\"": "&quot;"})[c]);
}

function colour(value, alpha)
{
	const hue = value.index * 137.508 % 360;
	const light = isDark() ? 58 : 62 - value.index % 3 * 7;

	return `hsl(${hue.toFixed(1)} 62% ${light}% / ${alpha ?? 1})`;
}

/* A register's name as an element that the pointer and the keyboard find. */
function token(name, value)
{
	const text = escaped(name);

	if (!value)
		return `<span class="reg">${text}</span>`;
	return `<span class="v" data-v="${escaped(value.name)}" ` +
		`style="--c:${colour(value)}">${text}</span>`;
}

const TOKENS = new RegExp("(\"[^\"]*\"|%(?:bb|stack|fixed-stack|const|" +
	"jump-table|subreg|ir|ir-block)\\.[\\w.]+)|(%[\\w.-]+?)" +
	"(?=[:.,() ]|$)|(\\$\\w+)|( :: .*$|,? debug-location .*$)", "g");

/* The text of an instruction at place Y, with its registers marked. */
function codeHtml(f, view, text, y)
{
	const equals = text.search(/ = /);
	let html = "", last = 0;

	for (const m of text.matchAll(TOKENS)) {
		const at = y + (m.index < equals ? 0.6 : 0.3);

		html += escaped(text.slice(last, m.index));
		last = m.index + m[0].length;
		if (m[2])
			html += token(m[2], view.byName.get(m[2]));
		else if (m[3])
			html += token(m[3], valueAt(f, view, m[3], at));
		else if (m[4])
			html += `<span class="rest">${escaped(m[4])}</span>`;
		else
			html += escaped(m[0]);
	}
	return html + escaped(text.slice(last));
}

/* How hot a block is, from 0 to 1, by its frequency. */
function heat(f, block)
{
	if (f.hottest === undefined)
		f.hottest = Math.max(1, ...f.output_blocks.map(
			b => Math.log2(1 + b.frequency)));
	return Math.log2(1 + block.frequency) / f.hottest;
}

function headHtml(f, row)
{
	const b = row.head, label = b.label.replace(/:$/, "");
	const to = b.successors.map(([s, p]) => {
		const number = f.output_blocks[s] ? f.output_blocks[s].number :
			s;

		return `<a href="#" data-block="${number}">bb.${number}</a>` +
			(p >= 0 && p < 1 ? ` ${(100 * p).toFixed(0)}%` : "");
	}).join(", ");

	return `<span class="label">${escaped(label || "bb." + b.number)}` +
		`</span><span class="about">frequency ` +
		`${+b.frequency.toFixed(2)}, depth ${b.depth}` +
		(to ? `, to ${to}` : "") + "</span>";
}

/* The line and the position that row I has. */
function numbersHtml(f, row)
{
	const line = row.input >= 0 ? f.input[row.input][0] : "";
	const slot = row.pos >= 0 ? row.pos * 16 : "";

	return `<span class="line">${line}</span>` +
		`<span class="slot">${slot}</span>`;
}

function rowHtml(f, view, i)
{
	const row = view.rows[i];
	const block = view.rows[view.headRow.get(row.block)].head;
	const kind = row.kind || "plain";
	let cells;

	if (row.kind === "head") {
		cells = headHtml(f, row);
	} else {
		const read = readText(view, row), made = madeText(view, row);
		const sign = KIND_SIGNS[row.kind] || "";
		const tell = KIND_NAMES[row.kind] || "";

		cells = `<span class="sign" title="${tell}">${sign}</span>`;
		if (state.mode === "both")
			cells += `<span class="code" title="${escaped(read)}">` +
				codeHtml(f, view, read, i) + "</span>" +
				`<span class="code" title="${escaped(made)}">` +
				codeHtml(f, view, made, i) + "</span>";
		else
			cells += `<span class="code" title="${
				escaped(made || read)}">` +
				codeHtml(f, view, read || made, i) + "</span>";
	}
	return `<div class="row k-${kind}" data-row="${i}" ` +
		`style="--depth:${block.depth};--heat:${
			heat(f, block).toFixed(2)}">` +
		numbersHtml(f, row) + cells + "</div>";
}

/* Rows FROM to TO as elements. */
function rowsHtml(f, view, from, to)
{
	let html = "";

	for (let i = from; i < to; i++)
		html += rowHtml(f, view, i);
	return html;
}

function titleHtml()
{
	return "<span class=\"line\">line</span><span class=\"slot\">slot" +
		"</span><span class=\"sign\"></span>" +
		(state.mode === "both" ? "<span class=\"code\">before</span>" +
			"<span class=\"code\">after</span>" :
			"<span class=\"code\">code</span>");
}

/* The rows that are elements now, and what they were made for. */
const kept = {from: 0, to: 0, of: ""};

/* Rows FROM to TO are elements, and no others; those that are stay. */
function rowsKeep(f, view, from, to)
{
	const box = byId("rows"), of = `${f.name} ${state.mode} ${isDark()}`;

	if (kept.of !== of || from >= kept.to || to <= kept.from) {
		box.innerHTML = "";
		kept.from = kept.to = from;
	}
	for (; kept.from < from; kept.from++)
		box.firstChild.remove();
	for (; kept.to > to; kept.to--)
		box.lastChild.remove();
	box.insertAdjacentHTML("afterbegin", rowsHtml(f, view, from, kept.from));
	box.insertAdjacentHTML("beforeend", rowsHtml(f, view, kept.to, to));
	Object.assign(kept, {from, to, of});
	for (const row of box.children)
		row.classList.toggle("current", +row.dataset.row === state.row);
	marked();
}

/* Show what the scroller is at. */
function rowsDraw()
{
	const scroller = byId("scroller"), view = state.view;

	if (!view || state.mode === "graph")
		return;
	const high = Math.max(scroller.clientHeight, 100) - topOf();

	byId("window").style.height = high + topOf() + "px";
	state.first = Math.max(0, Math.floor(scroller.scrollTop / ROW));
	state.count = Math.min(view.rows.length - state.first,
		Math.ceil(high / ROW) + 1);
	byId("rows").style.transform = `translateY(${
		topOf() - scroller.scrollTop % ROW}px)`;
	rowsKeep(state.f, view, state.first, state.first + state.count);
	byId("titles").innerHTML = titleHtml();
	byId("titles").style.height = topOf() + "px";
	if (state.mode === "code")
		gridDraw();
}

let drawing = false;

function redraw()
{
	if (drawing)
		return;
	drawing = true;
	requestAnimationFrame(() => {
		drawing = false;
		rowsDraw();
	});
}

/* Row I comes into view, and the keyboard goes on from there. */
function rowShow(i)
{
	const scroller = byId("scroller");
	const high = scroller.clientHeight - topOf() - ROW;

	state.row = Math.max(0, Math.min(i, state.view.rows.length - 1));
	const at = state.row * ROW;

	if (at < scroller.scrollTop || at > scroller.scrollTop + high)
		scroller.scrollTop = Math.max(0, at - high / 3);
	redraw();
}
