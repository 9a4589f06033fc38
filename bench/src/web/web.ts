import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../../scripts/browser.mjs';
import { median } from '../world.ts';

const ROUNDS = 5;
/** Lighthouse's "slow 4G": 150 ms there and back, 1.6 Mbit/s down, 0.75 up; and a processor four times as slow. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SLOWER = 4;
const [WIDTH, HEIGHT] = [1280, 900];

interface Visit {
	path: string;
	cookie: string;
	/** Of the largest paint. */
	aim: string;
	/** What is done there. */
	use: (page: Page) => Promise<void>;
	/** What is there when it is ready. */
	ready: string;
	/** How many times as slow the processor is. */
	slower?: number;
}

interface Vitals {
	/** Largest contentful paint, ms. */
	lcp: number;
	/** Cumulative layout shift. */
	cls: number;
	/** Longest interaction, from the event to the next paint, ms. */
	inp: number;
}

/** Runs in the page from its start: what the browser itself reports of paints, shifts and interactions. */
const OBSERVE = `
window.vitals = { lcp: 0, cls: 0, inp: 0 };
const on = (type, take, more) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
on('largest-contentful-paint', (entry) => { window.vitals.lcp = entry.startTime; });
on('layout-shift', (entry) => { if (!entry.hadRecentInput) window.vitals.cls += entry.value; });
on('event', (entry) => { if (entry.interactionId) window.vitals.inp = Math.max(window.vitals.inp, entry.duration); }, { durationThreshold: 16 });
`;

/** What a visitor and an operator feel on a slow phone's network and processor, in Chromium. */
export async function web(): Promise<string[]> {
	const child = fork(join(import.meta.dirname, '../server/house.ts'), {
		env: { ...process.env, DATABASE_URL: '' },
		execArgv: ['--expose-gc'],
	});
	const [{ origin, paths }] = (await once(child, 'message')) as [{ origin: string; paths: Record<string, string> }];
	const cookie = Object.entries(paths).find(([path]) => path.startsWith('/api/nikewebhooks'))?.[1] ?? '';
	const browser = await chromium.launch({ executablePath: findBrowser() as string, args: ['--no-sandbox'] });
	const pages = {
		'landing page': { path: '/', cookie: '', aim: '1800', use: useLanding, ready: 'h1' },
		dashboard: { path: '/dashboard/admin', cookie, aim: '2500', use: useDashboard, ready: '.side nav a' },
		'Nike Shoes with 500 webhooks': {
			path: '/dashboard/settings/nike-shoes',
			cookie,
			aim: '2500',
			use: useRows,
			ready: '.row',
		},
		'Nike Other with 5,000 webhooks, an office computer': {
			path: '/dashboard/settings/nike-equipment',
			cookie,
			aim: '–',
			use: useManyRows,
			ready: '.row',
			slower: 1,
		},
	};
	const lines = [
		`First visit with an empty cache, processor ${SLOWER} times as slow, slow 4G, median of ${ROUNDS}:`,
		'',
		'| page | largest paint ms | aim | layout shift | longest interaction ms (aim 200; with 5,000 rows 100) |',
		'|---|---|---|---|---|',
	];
	for (const [name, { path, cookie: own, aim, use, ready, slower = SLOWER }] of Object.entries<Visit>(pages)) {
		const found: Vitals[] = [];
		for (let round = 0; round < ROUNDS; round++)
			found.push(await visit(browser, { url: origin + path, cookie: own, ready, use, slower }));
		const of = (key: keyof Vitals) => median(found.map((vitals) => vitals[key]));
		lines.push(`| ${name} | ${of('lcp').toFixed(0)} | ${aim} | ${of('cls').toFixed(3)} | ${of('inp').toFixed(0)} |`);
	}
	await browser.close();
	child.disconnect();
	await once(child, 'exit');
	return lines;
}

async function visit(
	browser: Browser,
	{ url, cookie, ready, use, slower }: Omit<Required<Visit>, 'path' | 'aim'> & { url: string },
): Promise<Vitals> {
	const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } });
	await signedIn(context, url, cookie);
	const page = await context.newPage();
	await page.addInitScript(OBSERVE);
	const devtools = await context.newCDPSession(page);
	await devtools.send('Network.enable');
	await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
	await page.goto(url, { waitUntil: 'load' });
	await page.locator(ready).first().waitFor();
	await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
	// An interaction ends the observation of the largest paint: what still comes must have come.
	await page.waitForTimeout(1500);
	await use(page);
	await page.waitForTimeout(500);
	const vitals = await page.evaluate<Vitals>('window.vitals');
	await context.close();
	return vitals;
}

async function signedIn(context: BrowserContext, url: string, cookie: string): Promise<void> {
	const cookies = cookie
		.split('; ')
		.filter(Boolean)
		.map((pair) => /^([^=]+)=(.*)$/.exec(pair))
		.map((pair) => ({ name: pair?.[1] ?? '', value: pair?.[2] ?? '', url: new URL(url).origin }));
	if (cookies.length > 0) await context.addCookies(cookies);
}

async function useLanding(page: Page): Promise<void> {
	for (const status of ['HOLD', 'ACTIVE', 'CLOSEOUT']) await page.getByText(status, { exact: true }).click();
}

async function useDashboard(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Account of/ }).click();
	await page.keyboard.press('Escape');
}

async function useRows(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Edit webhook 7', exact: true }).click();
	await page.keyboard.type('x');
	await page.keyboard.press('Escape');
	await page
		.getByLabel(/^Filter/)
		.last()
		.pressSequentially('hook 49');
	await page.getByRole('button', { name: /^Nike United States/ }).click();
	await page.getByRole('button', { name: /^Nike United States/ }).click();
}

async function useManyRows(page: Page): Promise<void> {
	await page
		.getByLabel(/^Filter/)
		.last()
		.pressSequentially('row 49');
	await page
		.getByLabel(/^Filter/)
		.last()
		.fill('');
	await page.getByRole('button', { name: /^Nike United States/ }).click();
	await page.getByRole('button', { name: /^Nike United States/ }).click();
}
