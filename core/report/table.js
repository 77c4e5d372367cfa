/*
 * The list of functions, in any order.
 */

/* The most that is needed of a file, by what there is of it. */
function tightest(f)
{
	const files = f.demand ? f.demand.files : [];

	return files.reduce((most, x) =>
		Math.max(most, x.limit ? x.peak / x.limit : 0), 0);
}

function demandText(f)
{
	return (f.demand ? f.demand.files : []).map(
		x => `${x.name} ${x.peak}/${x.limit}`).join(", ");
}

/* Title, what is sorted by, what is shown if not that. */
const COLUMNS = [["function", f => f.name],
	["instructions", f => f.instructions], ["written", f => f.written],
	["cost", f => f.cost ? f.cost.total : 0],
	["spills", f => f.spills], ["reloads", f => f.reloads],
	["copies", f => f.copies], ["recomputed", f => f.rematerialised],
	["evicted", f => f.evicted], ["split", f => f.split],
	["demand", tightest, demandText]];

const order = {column: 3, down: true};

function functionsSorted(filter)
{
	const key = COLUMNS[order.column][1], sign = order.down ? -1 : 1;
	const list = functions.filter(f => !filter || f.name.includes(filter));

	return list.map((f, i) => [f, i]).sort(([a, i], [b, k]) => {
		const x = key(a), y = key(b);

		return sign * (typeof x === "string" ? naturally(x, y) : x - y) ||
			i - k;
	}).map(pair => pair[0]);
}

function cellHtml(f, column, i)
{
	const [, key, show] = column;

	if (i)
		return `<td class="${show ? "" : "number"}">${
			escaped(String(show ? show(f) : +key(f).toFixed(2)))}</td>`;
	return f.input ? `<td><a href="${linkOf(f)}">${escaped(f.name)}</a></td>` :
		`<td>${escaped(f.name)}</td>`;
}

function tableDraw(filter)
{
	const head = COLUMNS.map(([title], i) => {
		const on = i === order.column;
		const sort = on ? order.down ? "descending" : "ascending" : "none";

		return `<th aria-sort="${sort}"><button data-sort="${i}">${title}` +
			`${on ? order.down ? " ▾" : " ▴" : ""}</button></th>`;
	}).join("");
	const body = functionsSorted(filter).map(f => `<tr data-function="${
		escaped(f.name)}">${COLUMNS.map((c, i) =>
		cellHtml(f, c, i)).join("")}</tr>`).join("");

	byId("list").innerHTML = `<h1>${escaped(document.title)}</h1>` +
		`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody>` +
		"</table>";
}

function sortBy(column)
{
	order.down = column === order.column ? !order.down : column > 0;
	order.column = column;
	tableDraw(byId("search").value);
}
