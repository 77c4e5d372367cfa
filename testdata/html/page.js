/*
 * What a reader of the page does, step by step: a line "ok NAME" or "FAIL NAME:
 * what" for each, between STEPS and END.  STEPS is the name of the test.
 */
const lines = ["STEPS"];
const settled = () => new Promise(done => setTimeout(done, 100));

function is(name, got, wanted)
{
	const same = wanted instanceof RegExp ? wanted.test(got) :
		got === wanted;

	lines.push(same ? `ok ${name}` : `FAIL ${name}: got ${got}`);
}

const at = id => document.getElementById(id);
const all = (what, where) => [...(where || document).querySelectorAll(what)];

function key(name, where)
{
	(where || document.body).dispatchEvent(new KeyboardEvent("keydown",
		{key: name, bubbles: true, cancelable: true}));
	return settled();
}

function go(link)
{
	location.hash = link;
	return settled();
}

function type(text)
{
	at("search").value = text;
	at("search").dispatchEvent(new Event("input", {bubbles: true}));
	return settled();
}

function point(element, kind, x, y)
{
	const box = element.getBoundingClientRect();

	element.dispatchEvent(new MouseEvent(kind, {bubbles: true,
		cancelable: true, clientX: box.left + x,
		clientY: box.top + y}));
	return settled();
}

/* How many pixels of the canvas are not empty; all as one number. */
function pixels()
{
	const grid = at("grid"), g = grid.getContext("2d");
	const data = g.getImageData(0, 0, grid.width, grid.height).data;
	let n = 0, sum = 0;

	for (let i = 0; i < data.length; i += 4) {
		n += data[i + 3] > 0;
		sum = (sum * 31 + data[i] + data[i + 1] * 7 + data[i + 2] * 3 +
			data[i + 3]) % 1000003;
	}
	return {n, sum};
}

const currentText = () => (document.querySelector(".row.current") ||
	{textContent: "no row"}).textContent;

/* The picture above CANVAS's rows: the names of the registers alone. */
function headOf(canvas)
{
	const high = topOf() * devicePixelRatio;

	return canvas.getContext("2d").getImageData(
		0, 0, canvas.width, high).data.join();
}

/* --- what all pages can --- */

async function views(name)
{
	await go(name);
	is("rows are seen", all("#rows .row").length > 5, true);
	is("only those seen are there", all("#rows .row").length < 120, true);
	is("the grid is drawn", pixels().n > 1000, true);
	await key("2");
	is("before and after", all("#rows .row .code").length >
		all("#rows .row").length, true);
	await key("3");
	is("a box for each block", all("#graph .box").length,
		state.f.output_blocks.length);
	await key("1");
	printOpen();
	is("paper", all("#paper canvas").length > 0, true);
	is("every sheet has the same head",
		new Set([...all("#paper canvas")].map(headOf)).size, 1);
	printClose();
}

/* Every value of the page has its story and, where it lives, its marks. */
function complete()
{
	const f = state.f, view = state.view;
	const marks = new Set();

	for (const column of view.shown)
		for (const m of column.marks)
			if (m.value)
				marks.add(m.value);
	for (const value of view.values)
		for (const p of value.intervals)
			if (p.place && !marks.has(value))
				lines.push(`FAIL ${value.name} is not drawn`);
	is("stories", Object.keys(f.stories.registers).length > 0, true);
	is("marks go down", view.shown.every(c => c.marks.every(
		m => m.y0 <= m.y1)), true);
	is("all that was written has a row", view.rows.filter(
		r => r.output >= 0).length, f.output.length);
	is("all that was read has a row", view.rows.filter(
		r => r.input >= 0).length, f.input.length);
	is("two values never share a part", clashes(view), "");
}

/* Where marks of two values overlap; copies may share a register. */
function clashes(view)
{
	for (const c of view.shown) {
		const taken = new Map();

		for (const m of c.marks)
			for (let bit = 0; bit < 31 && m.value; bit++) {
				const before = taken.get(bit);

				if (!(m.mask >> bit & 1))
					continue;
				if (before && before.y1 > m.y0 + 0.6 &&
					before.value !== m.value && !c.slot)
					return `${before.value.name} and ` +
						`${m.value.name} in ${c.name}`;
				taken.set(bit, m);
			}
	}
	return "";
}

/* --- by test --- */

async function collatz()
{
	is("the list", all("#list tbody tr").length, 1);
	await go("main,%15");
	is("a link chooses", document.querySelector("#story h2").textContent,
		/^%15 /);
	is("its story is that of -explain",
		document.querySelector("#story pre").textContent,
		at("explain-%15").content.textContent);
	is("what was joined is closed", all("#story pre").length, 1);
	document.querySelector("#story [data-story=\"%3\"] summary").click();
	await settled();
	is("and tells when it is opened", all("#story pre")[1].textContent,
		at("explain-%3").content.textContent);
	for (const t of all("template"))
		is(`-explain ${t.id}`, storyText(state.f, t.id.slice(8)),
			t.content.textContent.trimEnd() + "\n");

	await go("main");
	const before = pixels().sum;

	await point(document.querySelector("#rows [data-v=\"%0\"]"),
		"mouseover", 1, 1);
	is("the pointer marks a value", all("#rows .on").length > 1, true);
	is("and no other", all("#rows .on").every(
		e => e.dataset.v === "%0"), true);
	is("in the grid, too", pixels().sum !== before, true);
	await point(document.querySelector("#rows .line"), "mouseover", 1, 1);
	is("and lets go", all(".on").length, 0);

	await point(document.querySelector("#rows [data-v=\"%0\"]"), "click",
		1, 1);
	is("a click chooses", location.hash, "#main,%0");
	is("its story", document.querySelector("#story pre").textContent,
		at("explain-%0").content.textContent);
	await point(document.querySelector("#story a[data-line]"), "click", 1,
		1);
	await key("Escape");
	is("Escape lets go", location.hash, "#main");

	const rcx = state.view.shown.findIndex(c => c.name === "rcx");
	const mark = state.view.shown[rcx].marks.find(m => m.value);

	await point(at("grid"), "click", state.layout.left +
		(rcx + 0.5) * state.layout.wide,
		topOf() + (mark.y0 - state.first + 1) * ROW);
	is("a click into the grid", location.hash,
		"#main," + mark.value.name);
	await searches();
	await keys();
}

async function searches()
{
	await type("%15");
	is("search a value", location.hash, "#main,%15");
	is("its rows", at("found").textContent, /^1 of [1-9]/);
	await type("210");
	is("search a line", currentText(), /^210/);
	await type("rdi");
	is("search a register", state.found.name, "rdi");
	await type("$ecx");
	is("a part of one", state.found.name, "rcx");
	await type("bb.4");
	is("search a block", currentText(), /bb\.4\.while\.body\.i/);
	await type("CALL64");
	is("search text", currentText(), /CALL64pcrel32/);
	await type("nothing like that");
	is("search in vain", at("found").textContent, "nothing");
	await type("CMP64");
	const first = state.row;

	await key("n");
	is("the next match", state.row !== first, true);
	await key("N");
	is("the last match", state.row, first);
	await type("");
}

async function keys()
{
	await key("Home");
	is("the first row", state.row, 0);
	await key("j");
	await key("ArrowDown");
	await key("k");
	is("down, down, up", state.row, 1);
	await key("Enter");
	is("a row's value", location.hash, /^#main,%/);
	await key("End");
	is("the last row", state.row, state.view.rows.length - 1);
	await key("/");
	is("to the search", document.activeElement.id, "search");
	at("search").blur();
	const dark = isDark();

	await key("d");
	is("the other light", isDark(), !dark);
	await go("main,%15,both");
	is("a link says how", state.mode, "both");
	await key("t");
	is("to the list", at("list").hidden, false);
}

/* A file with many functions: the list. */
async function many()
{
	const names = () => all("#list tbody tr").map(
		tr => tr.dataset.function).join();
	const column = n => all("#list tbody tr").map(
		tr => +tr.children[n].textContent);
	const sorted = (list, sign) => list.every(
		(x, i) => !i || sign * (x - list[i - 1]) >= 0);

	is("the list", all("#list tbody tr").length, functions.length);
	for (const n of [1, 2, 3, 6]) {
		document.querySelector(`[data-sort="${n}"]`).click();
		is(`sorted by ${n}`, all("th")[n].ariaSort ===
			"ascending" ? sorted(column(n), 1) :
			sorted(column(n), -1), true);
		document.querySelector(`[data-sort="${n}"]`).click();
		is(`and back by ${n}`, all("th")[n].ariaSort ===
			"ascending" ? sorted(column(n), 1) :
			sorted(column(n), -1), true);
	}
	document.querySelector("[data-sort=\"0\"]").click();
	is("sorted by name", names(), functions.map(f => f.name).sort(
		naturally).join());
	const some = functions[2].name;

	await type(some);
	is("search in the list", all("#list tbody tr").length, /^[1-9]/);
	await type("");
	all("#list tbody a")[1].click();
	await settled();
	is("a click opens", at("name").textContent,
		functionsSorted("")[1].name);
	await key("]");
	is("the next function", at("name").textContent,
		functionsSorted("")[2].name);
	await key("[");
	is("the one before", at("name").textContent,
		functionsSorted("")[1].name);
	for (const f of functions) {
		await go(linkOf(f));
		complete();
	}
}

/* Every function can be shown. */
async function each()
{
	for (const f of functions.filter(x => x.input)) {
		await go(linkOf(f));
		complete();
		is("rows are seen", all("#rows .row").length > 0, true);
	}
}

async function spills()
{
	await views(linkOf(functions.find(f => f.spills)));
	const kinds = new Set(state.view.rows.map(r => r.kind));

	is("spills", kinds.has("spill"), true);
	is("reloads", kinds.has("reload") || kinds.has("folded"), true);
	is("slots are columns", state.view.shown.some(c => c.slot), true);
	is("more is needed than there is", state.f.demand.files.some(
		x => x.peak > x.limit), true);
	complete();
}

async function lanes()
{
	await views(linkOf(functions.find(f => f.input)));
	is("files", state.f.demand.files.length > 1, true);
	complete();
}

/* Ten thousand instructions: rows are made as they are seen. */
async function big()
{
	await views(linkOf(functions[0]));
	is("so many", state.view.rows.length > 9000, true);
	at("scroller").scrollTop = 50 * 3500;
	rowsDraw();
	is("rows follow", +all("#rows .row")[0].dataset.row > 8000, true);
	complete();
}

addEventListener("error", event => lines.push(`FAIL error: ${event.message}`));
(async () => {
	try {
		await settled();
		await {collatz, many, each, spills, lanes, big}[STEPS]();
	} catch (error) {
		lines.push(`FAIL ${error.stack.replace(/\n/g, " ")}`);
	}
	const text = document.createElement("pre");

	text.textContent = "\n" + lines.concat("END").join("\n") + "\n";
	document.body.append(text);
})();
