/*
 * Registers against the code, on a canvas: a column for each register and slot,
 * coloured by value where it holds one; before them a curve of demand for each
 * register file.
 */

const CURVE = 76, GAP = 10; /* pixels of a curve, and before it */

function isDark()
{
	const theme = document.documentElement.dataset.theme;

	if (state.printing)
		return false;
	return theme ? theme === "dark" :
		matchMedia("(prefers-color-scheme: dark)").matches;
}

function inks()
{
	return isDark() ?
		{text: "#c9d1d9", dim: "#8b949e", line: "#30363d",
			back: "#0d1117", fixed: "#6e7681", bad: "#f85149",
			curve: "#58a6ff", call: "#d2992222"} :
		{text: "#1f2328", dim: "#656d76", line: "#d8dee4",
			back: "#ffffff", fixed: "#8c959f", bad: "#cf222e",
			curve: "#0969da", call: "#bf870022"};
}

/* Where the curves and, behind them, the columns are. */
function gridLayout(f, view, room)
{
	const files = f.demand ? f.demand.files : [];
	const left = files.length * (CURVE + GAP) + GAP;
	const n = Math.max(1, view.shown.length);
	const wide = Math.floor(Math.max(11, Math.min(26, (room - left) / n)));

	return {wide, files, left, width: left + n * wide};
}

/* The left and the width of the parts MASK in a column of PARTS, as runs. */
function partsOf(mask, parts)
{
	const runs = [], n = Math.min(parts, 31);

	for (let i = 0; i < n; i++) {
		if (!(mask >> i & 1))
			continue;
		let k = i;

		while (k + 1 < n && mask >> (k + 1) & 1)
			k++;
		runs.push([i / n, (k + 1 - i) / n]);
		i = k;
	}
	return runs;
}

function fixedDraw(g, x, y, w, h, ink)
{
	g.save();
	g.beginPath();
	g.rect(x, y, w, h);
	g.clip();
	g.globalAlpha = 0.25;
	g.fillStyle = ink.fixed;
	g.fillRect(x, y, w, h);
	g.globalAlpha = 0.8;
	g.strokeStyle = ink.fixed;
	g.beginPath();
	for (let k = x - h; k < x + w; k += 5) {
		g.moveTo(k, y + h);
		g.lineTo(k + h, y);
	}
	g.stroke();
	g.restore();
}

/* The name of an interval where it begins, if there is room. */
function nameDraw(g, mark, x, y, w, h)
{
	const name = mark.interval.name;

	if (w < 20 || h < 11)
		return;
	g.save();
	g.beginPath();
	g.rect(x, y, w, h);
	g.clip();
	g.font = "9px sans-serif";
	g.fillStyle = isDark() ? "#0d1117" : "#1f2328";
	g.fillText(name, x + 2, y + 9);
	g.restore();
}

function markDraw(g, column, mark, x, wide, from, ink)
{
	const y0 = Math.max((mark.y0 - from) * ROW, -ROW);
	const y1 = Math.min((mark.y1 - from) * ROW, (state.count + 1) * ROW);
	const focus = state.hover || state.value;
	const h = Math.max(2, y1 - y0 - 0.5);

	for (const [left, width] of partsOf(mark.mask, column.parts)) {
		const px = x + 1 + left * (wide - 2), w = width * (wide - 2);

		if (!mark.value) {
			fixedDraw(g, px, y0, w, h, ink);
			continue;
		}
		g.globalAlpha = focus && focus !== mark.value ? 0.22 : 1;
		g.fillStyle = colour(mark.value, column.slot ? 0.3 : 1);
		g.fillRect(px, y0, w, h);
		if (column.slot || focus === mark.value) {
			g.strokeStyle = focus === mark.value ? ink.text :
				colour(mark.value);
			g.lineWidth = focus === mark.value ? 1.5 : 1;
			g.strokeRect(px + 0.5, y0 + 0.5, w - 1, h - 1);
		}
		nameDraw(g, mark, px, (mark.y0 - from) * ROW, w, h);
		g.globalAlpha = 1;
	}
}

function holeDraw(g, column, hole, x, wide, from)
{
	const focus = state.hover || state.value;

	g.save();
	g.globalAlpha = focus && focus !== hole.value ? 0.15 : 0.9;
	g.strokeStyle = colour(hole.value);
	g.setLineDash([2, 3]);
	for (const [left, width] of partsOf(hole.mask, column.parts)) {
		const px = x + 1 + (left + width / 2) * (wide - 2);

		g.beginPath();
		g.moveTo(px, Math.max((hole.y0 - from) * ROW, -ROW));
		g.lineTo(px, Math.min((hole.y1 - from) * ROW,
			(state.count + 1) * ROW));
		g.stroke();
	}
	g.restore();
}

function columnDraw(g, view, column, x, wide, from, to, ink)
{
	for (const hole of marksIn(column.holes, from, to))
		holeDraw(g, column, hole, x, wide, from);
	for (const mark of marksIn(column.marks, from, to))
		markDraw(g, column, mark, x, wide, from, ink);
	if (column.slot)
		return;
	g.strokeStyle = ink.bad;
	g.lineWidth = 1.2;
	for (let i = from; i < to; i++) {
		const destroyed = view.clobbers.get(i);

		if (!destroyed || !destroyed.has(column.id))
			continue;
		const r = Math.min(3, wide / 2 - 1), cx = x + wide / 2;
		const cy = (i - from + 0.5) * ROW;

		g.beginPath();
		g.moveTo(cx - r, cy - r);
		g.lineTo(cx + r, cy + r);
		g.moveTo(cx + r, cy - r);
		g.lineTo(cx - r, cy + r);
		g.stroke();
	}
}

/* What is needed of file number K at row I; -1: nobody has counted. */
function demandAt(view, i, k)
{
	const row = view.rows[i];
	const n = row && row.input >= 0 ? view.demand.get(row.input) : null;

	return n ? n[k] : -1;
}

function curveDraw(g, view, file, k, x, from, to, ink)
{
	const most = Math.max(file.limit, file.peak, 1);
	const px = n => x + n / most * (CURVE - 4);
	let last = 0;

	for (let i = from; i >= 0 && (last = demandAt(view, i, k)) < 0;)
		i--;
	last = Math.max(0, last);
	for (let i = from; i < to; i++) {
		const n = demandAt(view, i, k), y = (i - from) * ROW;

		if (n >= 0)
			last = n;
		g.globalAlpha = 0.35;
		g.fillStyle = last > file.limit ? ink.bad : ink.curve;
		g.fillRect(x, y, px(last) - x, ROW);
		g.globalAlpha = 1;
		g.fillRect(px(last) - 1.5, y, 1.5, ROW);
	}
	g.strokeStyle = ink.bad;
	g.setLineDash([4, 3]);
	g.beginPath();
	g.moveTo(px(file.limit), 0);
	g.lineTo(px(file.limit), (to - from) * ROW);
	g.stroke();
	g.setLineDash([]);
}

/* Rows FROM to TO of the grid on G, whose origin is the top of row FROM. */
function gridPaint(g, f, view, layout, from, to)
{
	const ink = inks();

	for (let i = from; i < to; i++) {
		const row = view.rows[i], y = (i - from) * ROW;

		g.fillStyle = row.kind === "head" ? ink.line :
			view.clobbers.has(i) ? ink.call : "transparent";
		g.fillRect(0, y, layout.width, ROW);
		if (i === state.row && !state.printing) {
			g.strokeStyle = ink.curve;
			g.lineWidth = 1;
			g.strokeRect(0.5, y + 0.5, layout.width - 1, ROW - 1);
		}
	}
	view.shown.forEach((column, c) => {
		const x = layout.left + c * layout.wide;

		g.fillStyle = ink.line;
		g.fillRect(x, 0, 0.5, (to - from) * ROW);
		columnDraw(g, view, column, x, layout.wide, from, to, ink);
	});
	layout.files.forEach((file, k) => curveDraw(g, view, file, k,
		GAP + k * (CURVE + GAP), from, to, ink));
}

/* The names above the columns, upright where they are narrow. */
function namesPaint(g, view, layout)
{
	const ink = inks(), focus = state.found;

	g.font = "11px ui-monospace, monospace";
	view.shown.forEach((column, c) => {
		g.save();
		g.translate(layout.left + (c + 0.5) * layout.wide + 4,
			topOf() - 5);
		g.rotate(-Math.PI / 2);
		g.fillStyle = column === focus ? ink.bad :
			column.slot ? ink.dim : ink.text;
		g.fillText(column.name, 0, 0);
		g.restore();
	});
	layout.files.forEach((file, k) => {
		const x = GAP + k * (CURVE + GAP);

		g.fillStyle = ink.text;
		g.fillText(file.name, x, topOf() - 20);
		g.fillStyle = file.peak > file.limit ? ink.bad : ink.dim;
		g.fillText(`${file.peak} of ${file.limit}`, x, topOf() - 6);
	});
}

/* CANVAS in the pixels of the screen; its context, scaled. */
function canvasOpen(canvas, width, height)
{
	const scale = state.printing ? 2 : devicePixelRatio || 1;
	const g = canvas.getContext("2d");

	canvas.width = Math.min(16000, Math.ceil(width * scale));
	canvas.height = Math.ceil(height * scale);
	canvas.style.width = width + "px";
	canvas.style.height = height + "px";
	g.setTransform(scale, 0, 0, scale, 0, 0);
	return g;
}

function gridDraw()
{
	const view = state.view, scroller = byId("scroller");
	const room = scroller.clientWidth - byId("left").offsetWidth - 4;
	const layout = state.layout = gridLayout(state.f, view, room);
	const height = scroller.clientHeight;
	const g = canvasOpen(byId("grid"), layout.width, height);

	g.save();
	g.beginPath();
	g.rect(0, topOf(), layout.width, height - topOf());
	g.clip();
	g.translate(0, topOf() - scroller.scrollTop % ROW);
	gridPaint(g, state.f, view, layout, state.first,
		state.first + state.count);
	g.restore();
	namesPaint(g, view, layout);
}

/* What is at (X, Y) of the canvas: column, row and the mark there, if any. */
function gridAt(x, y)
{
	const across = (x - state.layout.left) / state.layout.wide;
	const column = state.view.shown[Math.floor(across)];
	const at = state.first + (y - topOf() +
		byId("scroller").scrollTop % ROW) / ROW;

	if (!column || y < topOf() || at >= state.view.rows.length)
		return null;
	const part = across % 1 * Math.min(column.parts, 31);
	const marks = marksIn(column.marks, at, at + 0.01);
	const mark = marks.find(m => m.mask >> Math.floor(part) & 1) ||
		marks[0];

	return {column, row: Math.floor(at), mark};
}
