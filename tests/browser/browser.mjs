// SPDX-License-Identifier: BSD-2-Clause
// Headless Chromium through its DevTools pipe (NUL-separated JSON on file
// descriptors 3 and 4): no package is needed beside node. Device metrics are
// set through it because --window-size lays narrow pages out at 500 px.
import { spawn } from 'node:child_process';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic',
    '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-extensions',
    '--disable-dev-shm-usage', '--force-color-profile=srgb',
    '--remote-debugging-pipe', 'about:blank'];

export class Browser {
	#child; #next = 1; #waiting = new Map(); #rest = Buffer.alloc(0);
	#listeners = [];

	constructor(program, profile) {
		this.#child = spawn(program, [`--user-data-dir=${profile}`,
		    ...FLAGS], { stdio: ['ignore', 'ignore', 'ignore', 'pipe',
		    'pipe'] });
		this.#child.stdio[4].on('data', (d) => this.#feed(d));
		this.#child.stdio[3].on('error', () => {});
		this.#child.on('exit', () => {
			for (const { reject } of this.#waiting.values())
				reject(new Error('the browser ended'));
			this.#waiting.clear();
		});
	}

	#feed(data) {
		this.#rest = Buffer.concat([this.#rest, data]);
		for (let end; (end = this.#rest.indexOf(0)) >= 0;) {
			const text = this.#rest.subarray(0, end).toString();
			this.#rest = this.#rest.subarray(end + 1);
			this.#take(JSON.parse(text));
		}
	}

	#take(message) {
		const wait = this.#waiting.get(message.id);
		if (wait === undefined) {
			for (const listener of this.#listeners)
				listener(message);
			return;
		}
		this.#waiting.delete(message.id);
		if (message.error)
			wait.reject(new Error(message.error.message));
		else
			wait.resolve(message.result);
	}

	send(method, params = {}, sessionId = undefined) {
		const id = this.#next++;
		const text = JSON.stringify({ id, method, params, sessionId });
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve, reject });
			this.#child.stdio[3].write(text + '\0');
		});
	}

	listen(listener) {
		this.#listeners.push(listener);
	}

	// A page of this width with file:// address; what it asked for and
	// complained about is in .requests and .complaints.
	async open(address, width, height) {
		const { targetId } = await this.send('Target.createTarget',
		    { url: 'about:blank' });
		const { sessionId } = await this.send('Target.attachToTarget',
		    { targetId, flatten: true });
		const page = new Page(this, targetId, sessionId);
		await page.start(address, width, height);
		return page;
	}

	async close() {
		const ended = new Promise((done) =>
		    this.#child.once('exit', done));
		this.send('Browser.close').catch(() => {});
		const timer = setTimeout(() => this.#child.kill('SIGKILL'),
		    5000);
		if (this.#child.exitCode === null)
			await ended;
		clearTimeout(timer);
	}
}

class Page {
	constructor(browser, target, session) {
		this.browser = browser;
		this.target = target;
		this.session = session;
		this.requests = [];
		this.complaints = [];
		this.loaded = new Promise((done) => {
			browser.listen((m) => {
				if (m.sessionId !== session)
					return;
				if (m.method === 'Page.loadEventFired')
					done();
				this.#note(m);
			});
		});
	}

	#note({ method, params }) {
		if (method === 'Network.requestWillBeSent')
			this.requests.push(params.request.url);
		else if (method === 'Runtime.exceptionThrown')
			this.complaints.push(params.exceptionDetails.text);
		else if (method === 'Runtime.consoleAPICalled')
			this.complaints.push(`console.${params.type}`);
		else if (method === 'Log.entryAdded')
			this.complaints.push(params.entry.text);
	}

	send(method, params) {
		return this.browser.send(method, params, this.session);
	}

	async start(address, width, height) {
		for (const domain of ['Page', 'Network', 'Runtime', 'Log'])
			await this.send(`${domain}.enable`);
		await this.send('Emulation.setDeviceMetricsOverride', { width,
		    height, deviceScaleFactor: 1, mobile: width < 600 });
		await this.send('Page.navigate', { url: address });
		await this.loaded;
	}

	// Value of an expression, or of a function of this file's caller.
	async run(code) {
		const r = await this.send('Runtime.evaluate', { expression:
		    typeof code === 'function' ? `(${code})()` : code,
		    returnByValue: true, awaitPromise: true });
		if (r.exceptionDetails)
			throw new Error(r.exceptionDetails.exception
			    ?.description ?? r.exceptionDetails.text);
		return r.result.value;
	}

	async picture(x, y, width, height, scale = 1) {
		const { data } = await this.send('Page.captureScreenshot', {
		    format: 'png', captureBeyondViewport: true,
		    clip: { x, y, width, height, scale } });
		return Buffer.from(data, 'base64');
	}

	close() {
		return this.browser.send('Target.closeTarget',
		    { targetId: this.target });
	}
}
