import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { TestServer } from '../server/calls.ts';
import { findBrowser } from '../../../../scripts/browser.mjs';
import { median } from '../setup.ts';
import { countLoads, type Loaded, observe, type Vitals } from './vitals.ts';

const ROUNDS = 5;
/**
 * Lighthouse's "slow 4G": 150 ms round-trip time, 1.6 Mbit/s down, 0.75 Mbit/s up; and a four times slower processor.
 */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SLOWER = 4;
const [WIDTH, HEIGHT] = [1280, 900];

interface Visit {
	path: string;
	cookie: string;
	/** The targets for the first and the largest contentful paint, ms. */
	aim: readonly [fcp: number, lcp: number] | null;
	/** The user's actions on the page. */
	use: (page: Page) => Promise<void>;
	/** An element that exists when the page is ready. */
	ready: string;
	/** The slowdown factor of the processor. */
	slower?: number;
}

interface Found extends Vitals, Loaded {
	/** Time until the page shows its data, as a program outside the browser sees it, ms. */
	ready: number;
}

/** Measures what a visitor and an operator experience with a phone's slow network and processor, in Chromium. */
export async function web(): Promise<string[]> {
	const child = fork(join(import.meta.dirname, '../server/testServer.ts'), {
		env: { ...process.env, DATABASE_URL: '' },
		execArgv: ['--expose-gc'],
	});
	const [{ origin, questions }] = (await once(child, 'message')) as [TestServer];
	// Every session is an operator's.
	const cookie = questions[0]?.[0]?.headers.cookie ?? '';
	const browser = await chromium.launch({ executablePath: findBrowser() as string, args: ['--no-sandbox'] });
	const pages: Record<string, Visit> = {
		'landing page': { path: '/', cookie: '', aim: [1500, 1800], use: useLanding, ready: 'h1' },
		dashboard: { path: '/dashboard/admin', cookie, aim: [1500, 2500], use: useAccount, ready: '.side nav a' },
		overview: {
			path: '/dashboard/settings/overview',
			cookie,
			aim: [1500, 2500],
			use: useAccount,
			ready: '.overview',
		},
		'Nike Shoes with 500 webhooks': {
			path: '/dashboard/settings/nike-shoes',
			cookie,
			aim: [1500, 2500],
			use: useRows,
			ready: '.row',
		},
		'Nike Other with 5,000 webhooks, an office computer': {
			path: '/dashboard/settings/nike-equipment',
			cookie,
			aim: null,
			use: useManyRows,
			ready: '.row',
			slower: 1,
		},
	};
	const lines = [
		`First visit with an empty cache, processor ${SLOWER} times as slow, slow 4G, median of ${ROUNDS}:`,
		'',
		'| page | first paint ms (aim) | largest paint ms (aim) | ready ms | layout shift | longest task ms | longest interaction ms (aim 200; with 5,000 rows 100) | kB | of it JavaScript | requests |',
		'|---|---|---|---|---|---|---|---|---|---|',
	];
	for (const [name, { path, cookie: own, aim, use, ready, slower = SLOWER }] of Object.entries(pages)) {
		const found: Found[] = [];
		for (let round = 0; round < ROUNDS; round++)
			found.push(await visit(browser, { url: origin + path, cookie: own, ready, use, slower }));
		const of = (key: keyof Found, digits = 0) => median(found.map((one) => one[key])).toFixed(digits);
		const [fcp, lcp] = aim ?? ['–', '–'];
		lines.push(
			`| ${name} | ${of('fcp')} (${fcp}) | ${of('lcp')} (${lcp}) | ${of('ready')} | ${of('cls', 3)} | ${of('task')} | ${of('inp')} | ${of('kB')} | ${of('scriptKB')} | ${of('requests')} |`,
		);
	}
	await browser.close();
	child.disconnect();
	await once(child, 'exit');
	return lines;
}

async function visit(
	browser: Browser,
	{ url, cookie, ready, use, slower }: Omit<Required<Visit>, 'path' | 'aim'> & { url: string },
): Promise<Found> {
	const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } });
	await signedIn(context, url, cookie);
	const page = await context.newPage();
	const vitalsOf = await observe(page);
	const devtools = await context.newCDPSession(page);
	const loads = countLoads(devtools);
	await devtools.send('Network.enable');
	await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
	const from = performance.now();
	await page.goto(url, { waitUntil: 'commit' });
	await page.locator(ready).first().waitFor();
	await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
	const readyAfter = performance.now() - from;
	const loaded = loads();
	await page.waitForLoadState('load');
	// The browser stops observing the largest paint at the first interaction, so this waits for late paints.
	await page.waitForTimeout(1500);
	await use(page);
	await page.waitForTimeout(500);
	const vitals = await vitalsOf();
	await context.close();
	return { ...vitals, ...loaded, ready: readyAfter };
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
	for (const status of ['HOLD', 'ACTIVE', 'CLOSEOUT'])
		await page.locator('summary', { hasText: new RegExp(`^${status}$`) }).click();
}

async function useAccount(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Account of/ }).click();
	await page.keyboard.press('Escape');
}

async function useRows(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Edit webhook 7', exact: true }).click();
	await page.keyboard.type('x');
	await page.keyboard.press('Escape');
	await filterAndFold(page, 'hook 49');
}

async function useManyRows(page: Page): Promise<void> {
	await filterAndFold(page, 'row 49');
}

async function filterAndFold(page: Page, text: string): Promise<void> {
	const filter = page.getByLabel(/^Filter/).last();
	await filter.pressSequentially(text);
	// A filter keeps all sections open.
	await filter.fill('');
	const section = page.getByRole('button', { name: /^Nike United States/ });
	await section.click();
	await section.click();
}
