/*
 * Beside the code: the story of a value, as -explain tells it, or figures of the
 * function.
 */

/* A story with its registers and places to be clicked. */
function storyHtml(view, text)
{
	const parts = /(%[A-Za-z0-9_][\w.-]*(?:#\d+)?)|(\b\d+:\d+\b)|(lines? \d+)/g;
	let html = "", last = 0;

	for (const m of text.matchAll(parts)) {
		html += escaped(text.slice(last, m.index));
		last = m.index + m[0].length;
		if (m[1]) {
			const name = m[1].replace(/\.$/, "");
			const value = view.byName.get(name) ||
				view.byName.get(name.replace(/\..*$/, ""));

			html += value ? token(m[1], value) : escaped(m[1]);
		} else {
			const line = m[0].match(/\d+/)[0];

			html += `<a href="#" data-line="${line}">${m[0]}</a>`;
		}
	}
	return html + escaped(text.slice(last));
}

function placesHtml(f, value)
{
	return value.intervals.map(p => {
		const ranges = p.segments.map(s => `<a href="#" data-line="${
			s[2]}">${s[2]}${s[3] > s[2] ? "–" + s[3] : ""}</a>`);

		return `<tr><td>${escaped(p.name)}</td><td>${
			escaped(p.place || "nowhere")}</td><td>${
			ranges.join(", ")}</td></tr>`;
	}).join("");
}

function valueHtml(f, view, value)
{
	const names = [value.name, ...value.members].filter(
		name => storyHas(f, name));
	let html = `<h2>${token(value.name, value)} <small>${
		escaped(value.class)}</small></h2>`;

	if (value.intervals.length)
		html += "<table><thead><tr><th>interval</th><th>place</th>" +
			"<th>lines</th></tr></thead><tbody>" +
			placesHtml(f, value) + "</tbody></table>";
	for (const name of names)
		html += name === value.name ?
			`<pre>${storyHtml(view, storyText(f, name))}</pre>` :
			`<details data-story="${escaped(name)}"><summary>${
				escaped(name)}, joined with it</summary></details>`;
	if (!names.length)
		html += `<p>No story is kept here; regalloc -function ${
			escaped(f.name)} -explain ${escaped(value.name)} tells ` +
			"it.</p>";
	return html;
}

/* The story of one that was joined, when it is opened. */
function storyOpen(details)
{
	const {f, view} = state, name = details.dataset.story;

	if (details.open && details.children.length === 1)
		details.insertAdjacentHTML("beforeend", `<pre>${
			storyHtml(view, storyText(f, name))}</pre>`);
}

const FIGURES = [["instructions", "instructions read"],
	["written", "instructions written"], ["vregs", "virtual registers"],
	["turns", "turns of the allocator"], ["evicted", "evictions"],
	["split", "intervals split"], ["spilled", "intervals spilled"],
	["spills", "stores into slots"], ["reloads", "loads from slots"],
	["folded", "other uses of slots"], ["copies", "copies"],
	["rematerialised", "computed again"], ["slots", "spill slots"]];

const KEYS = [["/", "search: %N, register, line, bb.N, text"],
	["n N", "next and last match"], ["↓ ↑ j k", "rows"],
	["Enter", "the story of the row's registers, one by one"],
	["1 2 3", "registers, before and after, graph"],
	["[ ]", "other functions"], ["t", "the list of functions"],
	["d", "light or dark"], ["Esc", "let go"]];

function legendHtml()
{
	const rows = Object.entries(KIND_NAMES).map(([kind, name]) =>
		`<tr class="k-${kind}"><td class="sign">${KIND_SIGNS[kind]}` +
		`</td><td>${name}</td></tr>`);

	return `<h3>Signs</h3><table class="legend">${rows.join("")}` +
		"<tr><td class=\"bad\">×</td><td>destroyed by the call</td></tr>" +
		"<tr><td>▨</td><td>in use itself: arguments, results, flags" +
		"</td></tr><tr><td>┊</td><td>a hole: the value is not needed" +
		"</td></tr></table>";
}

function summaryHtml(f)
{
	const row = (a, b) => `<tr><td>${a}</td><td>${b}</td></tr>`;

	return `<h2>${escaped(f.name)}</h2><table>` +
		row("cost", f.cost ? f.cost.total : "") +
		FIGURES.map(([key, name]) => row(name, f[key])).join("") +
		"</table>" + legendHtml() + "<h3>Keys</h3><table>" +
		KEYS.map(k => row(k[0], k[1])).join("") + "</table>";
}

function storyDraw()
{
	const story = byId("story");

	story.innerHTML = state.value ?
		valueHtml(state.f, state.view, state.value) :
		summaryHtml(state.f);
	story.scrollTop = 0;
}
