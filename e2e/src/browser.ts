import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { findBrowser } from '../../scripts/browser.mjs';

/** A page, with what went wrong in it. */
export interface Watched {
	page: Page;
	/** Console errors, page errors and failed requests so far. */
	problems: string[];
	context: BrowserContext;
}

export interface PageOptions {
	/** Pixels; 1280 unless told. */
	width?: number;
	colorScheme?: 'dark' | 'light';
	/** Time can be moved on by `page.clock.fastForward`: what vanishes after a while need not be waited for. */
	clock?: boolean;
}

const ARGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

export async function openBrowser(): Promise<Browser> {
	const executablePath = findBrowser();
	if (!executablePath) throw new Error('There is no Chromium. Run: node scripts/pretest.mjs');
	return chromium.launch({ executablePath, args: ARGS });
}

/** A page in a browser of its own, so to speak, until the test ends: nobody is signed in. */
export async function openPage(
	browser: Browser,
	{ width = 1280, colorScheme = 'dark', clock = false }: PageOptions = {},
): Promise<Watched> {
	const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
	// A page that is left open goes on asking for what is new.
	onTestFinished(() => context.close());
	if (clock) await context.clock.install();
	const page = await context.newPage();
	const problems: string[] = [];
	page.on('pageerror', (error) => problems.push(String(error)));
	page.on('response', (response) => {
		if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
	});
	page.on('requestfailed', (request) => {
		// What a page was still asking for when one left it, and what a test itself cut off.
		const reason = request.failure()?.errorText ?? '';
		if (reason !== 'net::ERR_ABORTED' && reason !== 'net::ERR_FAILED') problems.push(`${reason} ${request.url()}`);
	});
	page.on('console', (message) => {
		// What the browser says of a failed request is counted with its address above.
		if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
			problems.push(message.text());
	});
	return { page, problems, context };
}

/** Who has signed in at which whole, by their cookies: most tests are about something else. */
const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** Opens a page as a person would who is sent to sign in, and comes back to it; the second time they are signed in. */
export async function signIn(page: Page, url: string, path: string, name: string): Promise<void> {
	const who = `${name} at ${url}`;
	await page.context().addCookies(signedIn.get(who) ?? []);
	// A cookie of a session that is over is not sent along: sign-in begins without one.
	const known = signedIn.has(who) && (await page.request.get(`${url}/api/userportal/user`)).headers()['content-type'];
	if (known && known.includes('json')) {
		await page.goto(`${url}${path}`);
		return;
	}
	await page.context().clearCookies();
	await page.goto(`${url}${path}`);
	await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
	await page.waitForURL(`${url}${path}`);
	signedIn.set(who, await page.context().cookies(url));
}

/** A call of the person who is signed in, behind the page's back, as another tab makes it. @returns its answer */
export function callBehind(page: Page, path: string, body?: unknown): Promise<unknown> {
	return page.evaluate(
		async ([address, json]) => {
			const headers = { 'content-type': 'application/json' };
			const response = await fetch(address, json === undefined ? {} : { method: 'POST', headers, body: json });
			return response.json() as Promise<unknown>;
		},
		[path, body === undefined ? undefined : JSON.stringify(body)] as const,
	);
}

/** Holds requests back until they are let go, and counts them: what stands on a screen meanwhile can be looked at. */
export async function hold(page: Page, url: string | RegExp): Promise<{ release(): void; count(): number }> {
	let count = 0;
	const gate = Promise.withResolvers<void>();
	await page.route(url, async (route) => {
		count++;
		await gate.promise;
		await route.continue();
	});
	return { release: gate.resolve, count: () => count };
}

/** Stops the time of a page that has a clock: from now on it passes by `page.clock.runFor` alone. */
export async function stopTime(page: Page): Promise<void> {
	await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}
