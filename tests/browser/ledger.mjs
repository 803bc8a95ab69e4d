// SPDX-License-Identifier: BSD-2-Clause
//	node ledger.mjs CHROMIUM PROFILE PAGE.html PREFIX WORDS...
// The page of a ledger document at several widths: nothing to trip over, the
// drawings fit, and every one of WORDS stands in it. PREFIX-WIDTH.png are
// pictures.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { Browser } from './browser.mjs';
import { inspect } from './inspect.mjs';

const [program, profile, file, prefix, ...words] = process.argv.slice(2);
const address = pathToFileURL(file).href;
let bad = 0;

function judge(name, ok, detail = '') {
	if (!ok)
		bad++;
	console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} ${detail}`);
}

const browser = new Browser(program, profile);
try {
	for (const width of [1400, 1100, 800, 390, 320]) {
		const page = await browser.open(address, width, 900);
		const r = await page.run(inspect);
		for (const p of r.problems.slice(0, 20))
			console.log(`     ${p}`);
		judge(`${width} px: ${r.texts} texts`,
		    r.problems.length === 0 && r.texts > 60 && r.width === width,
		    `${r.problems.length} problems`);
		const text = await page.run(() =>
		    document.body.textContent.replace(/\s+/g, ' '));
		const drawn = await page.run(() =>
		    [...document.querySelectorAll('.waterfall svg')].filter((e) =>
		    e.getBoundingClientRect().width > 0).map((e) =>
		    [...e.querySelectorAll('text')].map((t) =>
		    t.textContent.trim()).join(' ')).join(' ')
		    .replace(/\s+/g, ' '));
		for (const word of words) {
			// "drawing:TITLE=NUMBER" must stand in what is drawn,
			// in the one order or the other
			const [title, number] = word.replace(/^drawing:/, '')
			    .split('=');
			const found = number === undefined ? text.includes(word) :
			    drawn.includes(`${title} ${number}`) ||
			    drawn.includes(`${number} ${title}`);
			judge(`${width} px: "${word}"`, found,
			    found || number === undefined ? '' : drawn);
		}
		judge(`${width} px: no NaN, undefined, (null)`,
		    !/\bNaN\b|undefined|\(null\)/.test(text));
		judge(`${width} px: asks for nothing, console is silent`,
		    page.requests.every((u) => u === address ||
		    u.startsWith('data:')) && page.complaints.length === 0,
		    page.complaints.join(' | '));
		if (width === 1400 || width === 390)
			writeFileSync(`${prefix}-${width}.png`,
			    await page.picture(0, 0, width,
			    Math.min(r.height, 8000)));
		await page.close();
	}
} finally {
	await browser.close();
}
process.exit(bad === 0 ? 0 : 1);
