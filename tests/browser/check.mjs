// SPDX-License-Identifier: BSD-2-Clause
//	node check.mjs CHROMIUM PROFILE PAGE.html [PREFIX]
// Loads the page at several widths, with everything folded and unfolded, and
// writes PREFIX-WIDTH-N.png of the usual two where a prefix is given. Exit status
// 1 where anything is wrong.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { Browser } from './browser.mjs';
import { inspect } from './inspect.mjs';

const [program, profile, file, prefix] = process.argv.slice(2);
const WIDTHS = [1400, 1100, 800, 390, 320], HEIGHT = 900;
const PICTURES = [1400, 390];	// the usual two
const PART = 8000;	// px: Chromium cannot paint much more at once
const address = pathToFileURL(file).href;
let bad = 0;

function judge(name, ok, detail = '') {
	if (!ok)
		bad++;
	console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} ${detail}`);
}

async function pictures(page, width, height) {
	for (let y = 0, n = 0; y < height; y += PART, n++)
		writeFileSync(`${prefix}-${width}-${n}.png`,
		    await page.picture(0, y, width, Math.min(PART, height - y)));
}

async function state(page, width, name) {
	const r = await page.run(inspect);
	for (const p of r.problems.slice(0, 20))
		console.log(`     ${p}`);
	judge(`${width} px, ${name}: innerWidth`, r.width === width, r.width);
	judge(`${width} px, ${name}: ${r.texts} texts`,
	    r.problems.length === 0 && r.texts > 100,
	    `${r.problems.length} problems`);
	return r;
}

// What the page must say because of the run that it was made from.
async function words(page) {
	const missing = await page.run(() =>
	    [...document.querySelectorAll('figcaption, .caption')].filter((e) =>
	    e.closest('details') === null && !e.classList.contains('general') &&
	    !e.textContent.includes('Compare configurations here only'))
	    .map((e) => e.textContent.slice(0, 60)));
	judge('every caption names the shared kernel', missing.length === 0,
	    missing.join(' | '));
	const text = await page.run(() => document.body.textContent);
	judge('nothing is a percentage of a line rate',
	    !/% of (the )?line rate/i.test(text));
	judge('no word of a test that was not made',
	    !/\b(faster|slower|significant)/i.test(text));
	judge('no NaN, undefined, (null)',
	    !/\bNaN\b|undefined|\(null\)/.test(text));
}

const browser = new Browser(program, profile);
try {
	for (const width of WIDTHS) {
		const page = await browser.open(address, width, HEIGHT);
		const r = await state(page, width, 'folded');
		if (prefix && PICTURES.includes(width))
			await pictures(page, width, r.height);
		if (width === WIDTHS[0])
			await words(page);
		await page.run(() => document.querySelectorAll('details')
		    .forEach((d) => { d.open = true; }));
		await state(page, width, 'unfolded');
		judge(`${width} px: title unchanged`, await page.run(() =>
		    document.title.endsWith('netblast report')));
		const asked = page.requests.filter((u) => u !== address &&
		    !u.startsWith('data:'));
		judge(`${width} px: asks for nothing`, asked.length === 0,
		    asked.join(' '));
		judge(`${width} px: console is silent`,
		    page.complaints.length === 0, page.complaints.join(' | '));
		await page.close();
	}
} finally {
	await browser.close();
}
process.exit(bad === 0 ? 0 : 1);
