// SPDX-License-Identifier: BSD-2-Clause
//	node tests/browser/picture.mjs CHROMIUM PAGE.html OUT.png [HEIGHT]
// The top of a report as a picture for README: 1400 px wide, drawn smaller.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Browser } from './browser.mjs';

const [program, file, out, height = '1900'] = process.argv.slice(2);
const WIDTH = 1400, SCALE = 0.7;
const profile = mkdtempSync(join(tmpdir(), 'picture-'));
const browser = new Browser(program, profile);
try {
	const page = await browser.open(pathToFileURL(file).href, WIDTH, 900);
	writeFileSync(out, await page.picture(0, 0, WIDTH, Number(height),
	    SCALE));
} finally {
	await browser.close();
	rmSync(profile, { recursive: true, force: true });
}
