import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { findHeadlessShell } from '../../../scripts/browser.mjs';

/** A page and the errors that occurred in it. */
export interface Watched {
	page: Page;
	/** All console errors, page errors and failed requests. */
	problems: string[];
	context: BrowserContext;
}

export interface PageOptions {
	/** Pixels; 1280 by default. */
	width?: number;
	colorScheme?: 'dark' | 'light';
	/** The browser's time zone; that of the machine by default. */
	timezoneId?: string;
	/** Whether tests can advance time with `page.clock.fastForward`, to skip the wait for content that disappears. */
	clock?: boolean;
	/**
	 * Whether the user saves data, which is the default: such a page plays no film, and does not load the code of every other
	 * screen after some seconds, which takes longer than loading the page itself.
	 */
	savesData?: boolean;
	/** Whether no earlier test has used the page: for tests that add scripts to its documents. */
	fresh?: boolean;
}

/**
 * How long to wait for an element or a page, ms. Much longer than an idle machine needs, so that load fails no test.
 */
const PATIENCE_MS = 90_000;

const ARGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// A page takes a third less time if it does not start processes of its own.
	'--in-process-gpu',
	'--process-per-site',
	'--renderer-process-limit=1',
];

let browser: Promise<Browser> | undefined;

/** The browser that all test files in this process share. It closes when the process exits. */
function sharedBrowser(): Promise<Browser> {
	const executablePath = findHeadlessShell();
	if (!executablePath) throw new Error('There is no Chromium. Run: node scripts/pretest.mjs');
	browser ??= chromium.launch({ executablePath, args: ARGS });
	return browser;
}

/** Creates a visitor with separate cookies, storage and settings until the test ends. */
export async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
	const context = await createContext(options);
	onTestFinished(async () => {
		await endRoutes(context);
		await context.close();
	});
	return context;
}

async function createContext(options: BrowserContextOptions): Promise<BrowserContext> {
	const context = await (await sharedBrowser()).newContext(options);
	context.setDefaultTimeout(PATIENCE_MS);
	return context;
}

/** Ends the routes of a test that is over: a page that stays open continues to poll. */
async function endRoutes(context: BrowserContext): Promise<void> {
	await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
}

/** Opens a page of a visitor whom no other test sees. No user is signed in. */
export async function openPage({
	width = 1280,
	colorScheme = 'dark',
	clock = false,
	savesData = true,
	fresh = false,
	timezoneId,
}: PageOptions = {}): Promise<Watched> {
	if (!clock && savesData && !fresh && timezoneId === undefined) return takePage(width, colorScheme);
	const viewport = { width, height: 900 };
	const context = await openContext({ viewport, colorScheme, ...(timezoneId && { timezoneId }) });
	if (savesData) await saveData(context);
	if (clock) await context.clock.install();
	return watch(await context.newPage());
}

/**
 * Pages that tests have left. They load the app of the same product again in half the time, since its code is still in
 * their process.
 */
const left: Page[] = [];

/** Opens a page that an earlier test has left, or a new one, until the test ends. */
async function takePage(width: number, colorScheme: 'dark' | 'light'): Promise<Watched> {
	let page = left.pop();
	if (!page) {
		const context = await createContext({});
		await saveData(context);
		page = await context.newPage();
	}
	await page.setViewportSize({ width, height: 900 });
	await page.emulateMedia({ colorScheme, reducedMotion: null });
	const taken = page;
	onTestFinished(() => leave(taken));
	return watch(page);
}

/**
 * Clicks "Retry" on a page whose calls a route aborts, and lets them succeed from the click on. The page also retries by
 * itself: if that could succeed, the button would sometimes disappear before the click.
 */
export async function retry(page: Page, calls: string): Promise<void> {
	const button = page.getByRole('button', { name: 'Retry' }).first();
	const click = randomUUID();
	let clicked = false;
	await button.evaluate((element, mark) => {
		element.addEventListener('click', () => (document.body.dataset['retried'] = mark), { capture: true });
	}, click);
	await page.route(calls, async (route) => {
		clicked ||= (await page.evaluate(() => document.body.dataset['retried'])) === click;
		await (clicked ? route.continue() : route.abort());
	});
	await button.click();
	clicked = true;
}

/** Removes everything that a test has left in a page and its context. */
async function leave(page: Page): Promise<void> {
	const context = page.context();
	await endRoutes(context);
	const others = context.pages().filter((other) => other !== page);
	await Promise.all(others.map((other) => other.close()));
	// The test may have closed it.
	if (page.isClosed()) return context.close();
	page.removeAllListeners();
	await context.setOffline(false);
	await Promise.all([context.clearCookies(), context.clearPermissions()]);
	const { origin } = new URL(page.url());
	await page.goto('about:blank');
	if (origin !== 'null') {
		const devtools = await context.newCDPSession(page);
		await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
		await devtools.detach();
	}
	left.push(page);
}

/** Makes the context's pages see a user who saves data. */
async function saveData(context: BrowserContext): Promise<void> {
	await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
}

/** Collects what goes wrong in a page. */
function watch(page: Page): Watched {
	const problems: string[] = [];
	page.on('pageerror', (error) => problems.push(String(error)));
	page.on('response', (response) => {
		if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
	});
	page.on('requestfailed', (request) => {
		// Requests that were pending when the user left the page, and requests that a test aborts.
		const reason = request.failure()?.errorText ?? '';
		if (reason !== 'net::ERR_ABORTED' && reason !== 'net::ERR_FAILED') problems.push(`${reason} ${request.url()}`);
	});
	page.on('console', (message) => {
		// Failed requests are listed below with their URLs.
		if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
			problems.push(message.text());
	});
	return { page, problems, context: page.context() };
}

/**
 * For requests that change nothing. The connection of a context that an earlier test has left can be closed by the server,
 * which it does after some seconds, at the moment of the request. Browsers try again automatically.
 */
const AGAIN = { maxRetries: 3 };

/** The cookies of signed-in users, by user and product. */
const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** Signs a visitor in. signin.test.ts covers signing in on the screens. */
export async function addSession(context: BrowserContext, url: string, name: string): Promise<void> {
	const key = `${name} at ${url}`;
	await context.addCookies(signedIn.get(key) ?? []);
	// A test may have ended the session.
	const answer = signedIn.has(key) ? await context.request.get(`${url}/api/userportal/user`, AGAIN) : null;
	if (answer?.headers()['content-type']?.includes('json')) return;
	await context.clearCookies();
	const consent = await context.request.get(`${url}/auth?next=/api/userportal/user`, AGAIN);
	await context.request.get(`${consent.url()}&as=${name.toLowerCase()}`, AGAIN);
	signedIn.set(key, await context.cookies(url));
}

/** Opens a page as a signed-in user. */
export async function signIn(page: Page, url: string, path: string, name: string): Promise<void> {
	await addSession(page.context(), url, name);
	await page.goto(`${url}${path}`);
}

/**
 * Goes to another screen of the dashboard as its links do. The document stays, which takes a fifth of the time of
 * loading it.
 */
export async function navigate(page: Page, path: string): Promise<void> {
	const { href, pathname } = new URL(path, page.url());
	// The document shows a heading before the router listens.
	await page.locator('.frame[aria-busy=true]').waitFor({ state: 'detached' });
	if (page.url() === href) return;
	const isSameScreen = new URL(page.url()).pathname === pathname;
	const before = await page.evaluate((to) => {
		document.querySelector('h1')?.setAttribute('data-before', '');
		history.pushState({ key: crypto.randomUUID() }, '', to);
		dispatchEvent(new PopStateEvent('popstate'));
		return document.title;
	}, path);
	// A tab or a filter of one screen keeps its heading and its title.
	if (isSameScreen) return;
	// Two screens of one kind have the same heading element, and two of one server the same title.
	await page.waitForFunction((title) => document.title !== title || !document.querySelector('h1[data-before]'), before);
}

/** Sends a request of the signed-in user in the background, like another tab. @returns the response's JSON */
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

/**
 * Holds requests until they are released, and counts them, so that a test can check the screen while they are pending.
 */
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

/** Stops the time of a page with a clock. Afterwards only `page.clock.runFor` advances it. */
export async function stopTime(page: Page): Promise<void> {
	await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}
