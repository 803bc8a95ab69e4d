// SPDX-License-Identifier: BSD-2-Clause
// Runs inside the page: everything that a reader would trip over, as text.
export function inspect() {
	const problems = [];
	const MIN_PX = 11, AA = 4.5, AA_LARGE = 3;
	const short = (s) => s.trim().replace(/\s+/g, ' ').slice(0, 50);
	const say = (kind, text, detail) =>
	    problems.push(`${kind}: "${short(text)}" ${detail}`);

	const parse = (c) => {
		const n = c.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
		return { r: n[0], g: n[1], b: n[2], a: n[3] ?? 1 };
	};
	const luminance = ({ r, g, b }) => {
		const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 :
		    ((v + 0.055) / 1.055) ** 2.4;
		return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
	};
	const contrast = (a, b) => {
		const [x, y] = [luminance(a), luminance(b)].sort((p, q) =>
		    q - p);
		return (x + 0.05) / (y + 0.05);
	};

	// what lies behind: for SVG text the last filled shape under its
	// middle, else the first ancestor that paints a background
	const shapes = new Map();
	const painted = (svg) => {
		if (!shapes.has(svg))
			shapes.set(svg, [...svg.querySelectorAll('rect, path, ' +
			    'polygon, circle')].filter((e) => !e.closest('defs') &&
			    !['none', 'transparent'].includes(
			    getComputedStyle(e).fill)).map((e) => ({
			    box: e.getBoundingClientRect(),
			    fill: parse(getComputedStyle(e).fill) })));
		return shapes.get(svg);
	};
	const ground = (element, box) => {
		const svg = element.closest('svg');
		if (svg) {
			const x = (box.left + box.right) / 2;
			const y = (box.top + box.bottom) / 2;
			const under = painted(svg).filter(({ box: b }) =>
			    b.left <= x && x <= b.right && b.top <= y &&
			    y <= b.bottom);
			if (under.length > 0)
				return under.at(-1).fill;
		}
		for (let e = element; e; e = e.parentElement) {
			const c = parse(getComputedStyle(e).backgroundColor);
			if (c.a > 0)
				return c;
		}
		return { r: 255, g: 255, b: 255 };
	};

	const hidden = (e) => !e.checkVisibility({ visibilityProperty: true,
	    opacityProperty: true, contentVisibilityAuto: true }) ||
	    e.closest('title, style') !== null ||
	    (e.closest('thead') !== null &&
	    getComputedStyle(e.closest('thead')).clipPath !== 'none');

	const boxes = [];
	const look = (node) => {
		const e = node.parentElement, cs = getComputedStyle(e);
		const svg = e.closest('svg');
		const range = document.createRange();
		range.selectNodeContents(node);
		const rects = [...range.getClientRects()].filter((r) =>
		    r.width > 0 && r.height > 0);
		if (rects.length === 0)
			return;
		const text = node.textContent;
		const px = parseFloat(cs.fontSize) *
		    (svg ? e.getScreenCTM().a : 1);
		if (px < MIN_PX)
			say('small', text, `${px.toFixed(2)} px`);
		const ink = parse(svg ? cs.fill : cs.color);
		const need = px >= 24 || (px >= 18.66 &&
		    Number(cs.fontWeight) >= 700) ? AA_LARGE : AA;
		const got = contrast(ink, ground(e, rects[0]));
		if (got < need)
			say('contrast', text, got.toFixed(2));
		for (const r of rects) {
			if (r.left < -0.5 || r.right > innerWidth + 0.5)
				say('outside the page', text,
				    `${r.left} to ${r.right}`);
			boxes.push({ r, text, e });
		}
		if (svg) {
			const s = svg.getBoundingClientRect();
			const r = rects[0];
			if (r.left < s.left - 1 || r.right > s.right + 1 ||
			    r.top < s.top - 1 || r.bottom > s.bottom + 1)
				say('cut off by its drawing', text, '');
		}
	};
	const walk = document.createTreeWalker(document.body,
	    NodeFilter.SHOW_TEXT);
	while (walk.nextNode())
		if (walk.currentNode.textContent.trim() !== '' &&
		    !hidden(walk.currentNode.parentElement))
			look(walk.currentNode);

	boxes.sort((a, b) => a.r.top - b.r.top);
	for (let i = 0; i < boxes.length; i++)
		for (let k = i + 1; k < boxes.length; k++) {
			const a = boxes[i].r, b = boxes[k].r;
			if (b.top >= a.bottom)
				break;
			const w = Math.min(a.right, b.right) -
			    Math.max(a.left, b.left);
			const h = Math.min(a.bottom, b.bottom) -
			    Math.max(a.top, b.top);
			if (w > 1 && h > 3)
				say('overlap', boxes[i].text,
				    `with "${short(boxes[k].text)}" ` +
				    `${w.toFixed(1)} x ${h.toFixed(1)} px`);
		}

	const wide = document.scrollingElement.scrollWidth;
	if (wide > innerWidth)
		problems.push(`sideways scrolling: ${wide} px wide`);
	for (const e of document.querySelectorAll('body *'))
		if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 &&
		    ['auto', 'scroll'].includes(getComputedStyle(e).overflowX))
			problems.push(`scrolls sideways inside: ${e.tagName}`);

	const ids = new Set();
	for (const e of document.querySelectorAll('[id]')) {
		if (ids.has(e.id))
			problems.push(`id twice: ${e.id}`);
		ids.add(e.id);
	}
	for (const a of document.querySelectorAll('a[href^="#"]'))
		if (!ids.has(a.getAttribute('href').slice(1)))
			problems.push(`no such anchor: ${a.hash}`);
	for (const e of document.querySelectorAll(
	    'script, link:not([rel=icon]), img, iframe, object, embed'))
		problems.push(`not self-contained: <${e.tagName}>`);
	return { problems, texts: boxes.length, width: innerWidth,
	    height: document.documentElement.scrollHeight };
}
