/*
 * The page's parts, what the pointer, the keyboard and links do, and printing.
 */

const PRINT_ROWS = 36, PRINT_MAX = 4000; /* rows of a piece, and of all */

/* --- links: #function,%value,mode --- */

function linkOf(f, value, mode)
{
	return "#" + encodeURIComponent(f.name) +
		(value ? "," + value.name : "") +
		(mode && mode !== "code" ? "," + mode : "");
}

function linkRead()
{
	const m = location.hash.match(/^#(.*?)(?:,(%[^,]+))?(?:,(both|graph))?$/);
	let name = m ? m[1] : "";

	try {
		name = decodeURIComponent(name);
	} catch {
		/* It is the name as it stands. */
	}
	const f = functions.find(x => x.name === name);

	return {f: f && f.input ? f : null, value: m && m[2],
		mode: m && m[3] || "code"};
}

/* Show what the link says. */
function linkFollow()
{
	const {f, value, mode} = linkRead();

	byId("list").hidden = f !== null;
	byId("function").hidden = f === null;
	byId("modes").hidden = f === null;
	if (!f) {
		state.f = state.view = null;
		tableDraw(byId("search").value);
		return;
	}
	if (state.f !== f) {
		state.row = 0;
		state.hover = null;
		matches.rows = [];
		byId("scroller").scrollTop = 0;
	}
	state.f = f;
	state.view = viewOf(f);
	state.value = state.view.byName.get(value) || null;
	state.mode = mode;
	functionDraw();
	if (state.value && !state.quiet)
		valueShow();
	state.quiet = false;
}

function functionDraw()
{
	byId("function").dataset.mode = state.mode;
	byId("function").classList.toggle("many", state.view.shown.length > 40);
	for (const button of byId("modes").querySelectorAll("[data-mode]"))
		button.setAttribute("aria-pressed",
			button.dataset.mode === state.mode);
	byId("name").textContent = state.f.name;
	byId("sheet").style.height =
		state.view.rows.length * ROW + topOf() + "px";
	byId("graph").innerHTML = "";
	if (state.mode === "graph")
		graphDraw();
	storyDraw();
	rowsDraw();
	marked();
}

/* The first row where the chosen value begins. */
function valueShow()
{
	const rows = rowsOfValue(state.view, state.value);

	matches.rows = rows;
	matches.at = rows.length ? 0 : -1;
	if (rows.length)
		rowShow(rows[0]);
}

/* VALUE (null: none) is the one whose story is told. */
function choose(value, mode)
{
	const link = linkOf(state.f, value, mode || state.mode);

	if (location.hash === link)
		return;
	state.quiet = true;
	location.hash = link;
}

/* --- pointer --- */

/* Elements of the value under the pointer, or chosen, are marked. */
function marked()
{
	const focus = state.hover || state.value;

	for (const e of document.querySelectorAll("[data-v]"))
		e.classList.toggle("on", focus !== null &&
			e.dataset.v === focus.name);
}

function hover(value)
{
	if (value === state.hover)
		return;
	state.hover = value;
	marked();
	if (state.mode === "code")
		requestAnimationFrame(() => state.view && gridDraw());
}

function tipShow(event, text)
{
	const tip = byId("tip-box");

	tip.hidden = !text;
	tip.textContent = text || "";
	tip.style.left = Math.min(event.clientX + 14,
		innerWidth - tip.offsetWidth - 8) + "px";
	tip.style.top = Math.min(event.clientY + 14,
		innerHeight - tip.offsetHeight - 8) + "px";
}

function markText(at)
{
	const {column, row, mark} = at;
	const what = column.slot ? "%" + column.name : "$" + column.name;
	const calls = state.view.clobbers.get(row);

	if (!mark)
		return calls && calls.has(column.id) ?
			`${what}: destroyed by the call` : `${what}: free`;
	if (!mark.value)
		return `${what}: in use itself`;
	const part = mark.interval.segments.map(
		s => `[${slotText(s[0])},${slotText(s[1])})`).slice(0, 4).join("");

	return `${mark.interval.name} in ${mark.interval.place} ${part}`;
}

function gridMoved(event)
{
	const at = state.view && gridAt(event.offsetX, event.offsetY);

	hover(at && at.mark ? at.mark.value : null);
	tipShow(event, at ? markText(at) : "");
}

function clicked(event)
{
	const of = name => event.target.closest(`[data-${name}]`);
	const sort = of("sort"), value = of("v"), block = of("block");
	const line = of("line"), row = of("row");
	const mode = event.target.closest("button[data-mode]");

	if (sort) {
		sortBy(+sort.dataset.sort);
	} else if (value) {
		choose(state.view.byName.get(value.dataset.v));
	} else if (mode) {
		choose(state.value, mode.dataset.mode);
	} else if (block) {
		event.preventDefault();
		blockShow(+block.dataset.block);
	} else if (line) {
		event.preventDefault();
		rowShow(rowsOfLine(state.view, +line.dataset.line)[0] ?? 0);
	} else if (row) {
		rowShow(+row.dataset.row);
	} else if (event.target.id === "grid") {
		const at = gridAt(event.offsetX, event.offsetY);

		if (at)
			rowShow(at.row);
		if (at && at.mark)
			choose(at.mark.value);
	}
}

function blockShow(number)
{
	if (state.mode === "graph") {
		state.mode = "code";
		choose(state.value, "code");
		functionDraw();
	}
	rowShow(state.view.headRow.get(number) ?? 0);
}

/* --- keyboard --- */

/* The next one of the registers that the row names. */
function rowValue()
{
	const row = byId("rows").querySelector(`[data-row="${state.row}"]`);
	const names = row ? [...new Set([...row.querySelectorAll("[data-v]")].map(
		e => e.dataset.v))] : [];
	const at = state.value ? names.indexOf(state.value.name) : -1;

	if (names.length)
		choose(state.view.byName.get(names[(at + 1) % names.length]));
}

function functionStep(by)
{
	const list = functionsSorted("").filter(f => f.input);
	const at = list.indexOf(state.f) + by;

	if (list[at])
		location.hash = linkOf(list[at], null, state.mode);
}

function letGo()
{
	byId("search").value = "";
	byId("found").textContent = "";
	matches.rows = [];
	state.found = null;
	if (state.value)
		choose(null);
	else
		redraw();
}

function themeTurn()
{
	document.documentElement.dataset.theme = isDark() ? "light" : "dark";
	redraw();
}

const page = () => Math.floor(byId("scroller").clientHeight / ROW) - 6;
const CODE_KEYS = {j: () => rowShow(state.row + 1),
	ArrowDown: () => rowShow(state.row + 1),
	k: () => rowShow(state.row - 1), ArrowUp: () => rowShow(state.row - 1),
	PageDown: () => rowShow(state.row + page()),
	PageUp: () => rowShow(state.row - page()),
	Home: () => rowShow(0), End: () => rowShow(state.view.rows.length - 1),
	Enter: rowValue, n: () => matchStep(1), N: () => matchStep(-1),
	1: () => choose(state.value, "code"),
	2: () => choose(state.value, "both"),
	3: () => choose(state.value, "graph"), "[": () => functionStep(-1),
	"]": () => functionStep(1), t: () => { location.hash = ""; },
	Escape: letGo};

function pressed(event)
{
	const box = event.target.closest(".box");
	const button = event.target.closest("a, button, .box");

	if (event.ctrlKey || event.metaKey || event.altKey)
		return;
	if (event.target.id === "search") {
		if (event.key === "Escape")
			event.target.blur();
		if (event.key === "Enter" && state.f)
			matchStep(event.shiftKey ? -1 : 1);
		return;
	}
	if (box && event.key === "Enter") {
		blockShow(+box.dataset.block);
	} else if (event.key === "/") {
		byId("search").focus();
		byId("search").select();
	} else if (event.key === "d") {
		themeTurn();
	} else if (state.view && CODE_KEYS[event.key] &&
		!(button && event.key === "Enter")) {
		CODE_KEYS[event.key]();
	} else {
		return;
	}
	event.preventDefault();
}

/* --- printing --- */

/* A piece of the code with its grid, as paper has no scrolling. */
function pieceMake(from, to)
{
	const {f, view} = state, piece = document.createElement("div");
	const layout = gridLayout(f, view, 700);

	piece.className = "piece";
	piece.innerHTML = `<div class="paper">${rowsHtml(f, view, from, to)}</div>`;
	if (state.mode !== "code")
		return piece;
	const canvas = document.createElement("canvas");
	const high = (to - from) * ROW + topOf();
	const g = canvasOpen(canvas, layout.width, high);

	g.save();
	g.translate(0, topOf());
	g.beginPath(); /* what lives since an earlier piece begins above this one */
	g.rect(0, 0, layout.width, (to - from) * ROW);
	g.clip();
	state.count = to - from;
	gridPaint(g, f, view, layout, from, to);
	g.restore();
	namesPaint(g, view, layout);
	piece.append(canvas);
	return piece;
}

function printOpen()
{
	const paper = byId("paper");

	paper.textContent = "";
	if (!state.view || state.mode === "graph")
		return;
	const n = state.view.rows.length, most = Math.min(n, PRINT_MAX);

	state.printing = true;
	paper.dataset.mode = state.mode;
	for (let i = 0; i < most; i += PRINT_ROWS)
		paper.append(pieceMake(i, Math.min(i + PRINT_ROWS, most)));
	if (most < n)
		paper.append(`${n - most} more rows are not printed.`);
	state.printing = false;
}

function printClose()
{
	byId("paper").textContent = "";
	redraw();
}

/* --- the start --- */

const BODY = `<header><a href="#" id="home">functions</a><b id="name"></b>
<span id="modes" role="group" aria-label="view">
<button data-mode="code">registers</button>
<button data-mode="both">before and after</button>
<button data-mode="graph">graph</button></span>
<input id="search" type="search" placeholder="/ %N, register, line, text"
aria-label="search"><span id="found" role="status"></span>
<button id="theme" title="light or dark (d)">◐</button></header>
<div id="paper"></div><main><section id="list"></section>
<section id="function" hidden><div id="scroller" tabindex="0"
aria-label="code"><div id="sheet"><div id="window"><div id="left">
<div id="titles"></div><div id="clip"><div id="rows"></div></div></div>
<canvas id="grid"></canvas></div></div></div><div id="graph"></div>
<aside id="story" tabindex="0" aria-label="story"></aside></section></main>
<div id="tip-box" hidden></div>`;

function searched()
{
	if (state.f)
		search(byId("search").value.trim());
	else
		tableDraw(byId("search").value.trim());
}

function start()
{
	document.body.insertAdjacentHTML("afterbegin", BODY);
	addEventListener("hashchange", linkFollow);
	addEventListener("resize", redraw);
	addEventListener("beforeprint", printOpen);
	addEventListener("afterprint", printClose);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change",
		redraw);
	document.addEventListener("click", clicked);
	document.addEventListener("keydown", pressed);
	document.addEventListener("mouseover", event => {
		const e = event.target.closest("[data-v]");

		if (state.view && event.target.id !== "grid")
			hover(e ? state.view.byName.get(e.dataset.v) : null);
	});
	byId("story").addEventListener("toggle", event => {
		if (event.target.dataset.story)
			storyOpen(event.target);
	}, true);
	byId("scroller").addEventListener("scroll", redraw);
	byId("grid").addEventListener("mousemove", gridMoved);
	byId("grid").addEventListener("mouseleave", event => {
		hover(null);
		tipShow(event, "");
	});
	byId("search").addEventListener("input", searched);
	byId("theme").addEventListener("click", themeTurn);
	linkFollow();
}

start();
