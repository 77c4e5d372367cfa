/*
 * The control flow graph: blocks in layers by the longest way from the entry,
 * those of a layer in the order of what leads to them.
 */

const BOX = {wide: 168, high: 44, right: 30, below: 46};
const GRAPH_MAX = 1500; /* blocks */

/* By block: the set of those it returns to: edges to what the walk from the
 * entry is still in. */
function backEdges(blocks)
{
	const mark = new Uint8Array(blocks.length), back = new Set();

	for (let root = 0; root < blocks.length; root++) {
		const stack = mark[root] ? [] : [[root, 0]];

		mark[root] = mark[root] || 1;
		while (stack.length) {
			const top = stack[stack.length - 1];
			const next = blocks[top[0]].successors[top[1]++];

			if (!next) {
				mark[top[0]] = 2;
				stack.pop();
			} else if (mark[next[0]] === 1) {
				back.add(top[0] * blocks.length + next[0]);
			} else if (!mark[next[0]]) {
				mark[next[0]] = 1;
				stack.push([next[0], 0]);
			}
		}
	}
	return back;
}

function layersFind(blocks, back)
{
	const n = blocks.length, layer = new Int32Array(n);
	const waits = new Int32Array(n), layers = [], ready = [];
	const forward = b => blocks[b].successors.map(s => s[0]).filter(
		s => !back.has(b * n + s));

	for (let b = 0; b < n; b++)
		for (const s of forward(b))
			waits[s]++;
	for (let b = 0; b < n; b++)
		if (!waits[b])
			ready.push(b);
	for (let i = 0; i < ready.length; i++)
		for (const s of forward(ready[i])) {
			layer[s] = Math.max(layer[s], layer[ready[i]] + 1);
			if (!--waits[s])
				ready.push(s);
		}
	for (let b = 0; b < n; b++)
		(layers[layer[b]] = layers[layer[b]] || []).push(b);
	return {layer, layers};
}

/* Each block's place in its layer, near the middle of what leads there. */
function placesFind(blocks, {layers})
{
	const at = new Float64Array(blocks.length), from = blocks.map(() => []);
	const most = Math.max(...layers.map(l => l.length));

	blocks.forEach((b, i) => b.successors.forEach(s => from[s[0]].push(i)));
	for (const l of layers) {
		const want = b => from[b].length ? from[b].reduce(
			(sum, p) => sum + at[p], 0) / from[b].length : 0;

		l.sort((a, b) => want(a) - want(b) || a - b);
		l.forEach((b, i) => {
			at[b] = (most - l.length) / 2 + i;
		});
	}
	return at;
}

function blockCounts(f, b)
{
	const counts = {};

	for (let i = b.first; i < b.end; i++)
		counts[f.output[i][2]] = (counts[f.output[i][2]] || 0) + 1;
	return ["spill", "reload", "copy", "remat"].filter(k => counts[k]).map(
		k => `${counts[k]} ${KIND_SIGNS[k]}`).join(" ");
}

function boxSvg(f, i, x, y)
{
	const b = f.output_blocks[i];
	const label = (b.label || "bb." + b.number).replace(/[ :].*$/, "");
	const text = label.length > 21 ? label.slice(0, 20) + "…" : label;

	return `<g class="box" tabindex="0" data-block="${b.number}" ` +
		`transform="translate(${x} ${y})" ` +
		`style="--heat:${heat(f, b).toFixed(2)}">` +
		`<title>${escaped(b.label)} frequency ${b.frequency}, depth ` +
		`${b.depth}</title>` +
		`<rect width="${BOX.wide}" height="${BOX.high}" rx="4"/>` +
		`<text x="7" y="17">${escaped(text)}</text>` +
		`<text class="small" x="7" y="34">×${
			+b.frequency.toPrecision(3)} · ${b.end - b.first} ins. ` +
		`${blockCounts(f, b)}</text></g>`;
}

/* From A to B; back edges pass by on the left, long ones on the right. */
function edgeSvg(a, b, back)
{
	const x0 = a.x + BOX.wide / 2, y0 = a.y + BOX.high;
	const x1 = b.x + BOX.wide / 2, y1 = b.y;
	const left = Math.min(a.x, b.x) - 40;
	const right = Math.max(a.x, b.x) + BOX.wide + 40;
	const long = y1 - y0 > BOX.high + 2 * BOX.below && Math.abs(x0 - x1) < 9;
	const bend = back ? `C ${left} ${y0 + 60}, ${left} ${y1 - 60}, ` :
		long ? `C ${right} ${y0 + 60}, ${right} ${y1 - 60}, ` :
		`C ${x0} ${y0 + 40}, ${x1} ${y1 - 40}, `;

	return `<path class="edge${back ? " back" : ""}" ` +
		`d="M ${x0} ${y0} ${bend}${x1} ${y1}" marker-end="url(#tip)"/>`;
}

function graphSvg(f)
{
	const blocks = f.output_blocks, n = blocks.length;
	const back = backEdges(blocks), layers = layersFind(blocks, back);
	const at = placesFind(blocks, layers);
	const most = Math.max(...layers.layers.map(l => l.length));
	const place = i => ({x: 60 + at[i] * (BOX.wide + BOX.right),
		y: 40 + layers.layer[i] * (BOX.high + BOX.below)});
	const width = 120 + most * (BOX.wide + BOX.right);
	const height = 90 + layers.layers.length * (BOX.high + BOX.below);
	let edges = "", boxes = "";

	blocks.forEach((b, i) => {
		boxes += boxSvg(f, i, place(i).x, place(i).y);
		for (const [s] of b.successors) {
			edges += edgeSvg(place(i), place(s),
				back.has(i * n + s));
		}
	});
	return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ` +
		`${height}" role="img" aria-label="control flow graph"><defs>` +
		"<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" " +
		"markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">" +
		"<path d=\"M0 0 L8 4 L0 8 z\"/></marker></defs>" +
		`${edges}${boxes}</svg>`;
}

function graphDraw()
{
	const n = state.f.output_blocks.length;

	byId("graph").innerHTML = n > GRAPH_MAX ?
		`<p>${n} blocks are too many for a picture; there is one up ` +
		`to ${GRAPH_MAX}.</p>` : graphSvg(state.f);
}
