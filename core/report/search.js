/*
 * Search: what matches is a list of rows that one steps through.
 */

const matches = {rows: [], at: -1};

/* Rows of the code that name VALUE. */
function rowsOfValue(view, value)
{
	const names = view.rows.map((row, i) => {
		return (readText(view, row).match(/%[\w.-]+/g) || []).some(name =>
			view.byName.get(name) === value ||
			view.byName.get(name.replace(/\..*$/, "")) === value) ?
			i : -1;
	});

	return names.filter(i => i >= 0);
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
