import { type Browser, chromium } from 'playwright-core';
import { browser as createPerson, walkSignIn } from '@dropwire/bff/testing';
import { findBrowser } from '../../../scripts/browser.mjs';
import { startProduct } from './product/product.ts';
import { type Aim, aimTable, table } from './report/markdown.ts';
import { median } from './report/statistics.ts';
import { type BenchOptions, openBenchDatabase, spawnSandbox, subscribeAll } from './setup.ts';
import { startLeanTarget } from './target/leanTarget.ts';

const ROUNDS = 5;
const WEBHOOKS = 500;
/**
 * Lighthouse's "slow 4G": 150 ms round-trip time, 1.6 Mbit/s down, 0.75 Mbit/s up; and a four times slower processor.
 */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SLOWER = 4;

interface Visit {
	path: string;
	isSignedIn: boolean;
	/** Until the largest contentful paint, ms. */
	aimMs: number;
	/** An element that exists when the page is ready. */
	ready: string;
}

const VISITS: Readonly<Record<string, Visit>> = {
	'landing page': { path: '/', isSignedIn: false, aimMs: 1800, ready: 'h1' },
	dashboard: { path: '/dashboard/admin', isSignedIn: true, aimMs: 3000, ready: '.side nav a' },
	overview: { path: '/dashboard/settings/overview', isSignedIn: true, aimMs: 3000, ready: '.overview' },
	[`Nike Shoes with ${WEBHOOKS} webhooks`]: {
		path: '/dashboard/settings/nike-shoes',
		isSignedIn: true,
		aimMs: 3000,
		ready: '.row',
	},
};

/** The browser's own reports, and what was transferred until the page was ready. */
interface Figures {
	/** First and largest contentful paint, ms. */
	fcp: number;
	lcp: number;
	/** Cumulative layout shift. */
	cls: number;
	kB: number;
	scriptKB: number;
	requests: number;
}

/** Runs in the page from its start. */
const OBSERVE = `
window.vitals = { fcp: 0, lcp: 0, cls: 0 };
const on = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
on('paint', (entry) => { if (entry.name === 'first-contentful-paint') window.vitals.fcp = entry.startTime; });
on('largest-contentful-paint', (entry) => { window.vitals.lcp = entry.startTime; });
on('layout-shift', (entry) => { if (!entry.hadRecentInput) window.vitals.cls += entry.value; });
`;

/** Measures first visits with a phone's slow network and processor, in Chromium. @returns lines of Markdown */
export async function web({ quick }: BenchOptions): Promise<string[]> {
	const db = await openBenchDatabase('SQLite');
	if (!db) throw new Error('There is no database');
	const target = await startLeanTarget();
	await subscribeAll(db, target.webhooks(WEBHOOKS));
	const sandbox = await spawnSandbox();
	const product = await startProduct(db, sandbox.origin);
	const operator = createPerson(product.origin);
	await walkSignIn(operator, 'ada');
	const browser = await chromium.launch({ executablePath: findBrowser() as string, args: ['--no-sandbox'] });
	const aims: Aim[] = [];
	const rows: string[][] = [];
	for (const [name, { path, isSignedIn, aimMs, ready }] of Object.entries(VISITS)) {
		const found: Figures[] = [];
		const cookie = isSignedIn ? operator.cookieHeader() : '';
		for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
			found.push(await visit(browser, { url: product.origin + path, cookie, ready }));
		const of = (key: keyof Figures) => median(found.map((one) => one[key]));
		aims.push({
			what: `${name}: largest paint`,
			database: 'SQLite',
			aim: `${aimMs} ms`,
			measured: `${of('lcp').toFixed(0)} ms`,
			met: of('lcp') <= aimMs,
		});
		const [kB, scriptKB] = [of('kB').toFixed(0), of('scriptKB').toFixed(0)];
		rows.push([name, kB, scriptKB, of('requests').toFixed(0), of('fcp').toFixed(0), of('cls').toFixed(3)]);
	}
	await browser.close();
	await product.stop();
	sandbox.stop();
	target.stop();
	await db.close();
	return [
		`First visit with an empty cache, slow 4G, processor ${SLOWER} times as slow; the median of ${ROUNDS} visits:`,
		'',
		...aimTable(aims),
		'',
		...table(['page', 'kB', 'of it JavaScript', 'requests', 'first paint, ms', 'layout shift'], rows),
	];
}

async function visit(
	browser: Browser,
	{ url, cookie, ready }: { url: string; cookie: string; ready: string },
): Promise<Figures> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	const pairs = [...cookie.matchAll(/([^=; ]+)=([^;]*)/g)];
	await context.addCookies(pairs.map(([, name = '', value = '']) => ({ name, value, url: new URL(url).origin })));
	const page = await context.newPage();
	await page.addInitScript(OBSERVE);
	const devtools = await context.newCDPSession(page);
	const scripts = new Set<string>();
	const loaded = { kB: 0, scriptKB: 0, requests: 0 };
	devtools.on('Network.responseReceived', ({ requestId, type }) => {
		loaded.requests += 1;
		if (type === 'Script') scripts.add(requestId);
	});
	devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		loaded.kB += encodedDataLength / 1000;
		if (scripts.has(requestId)) loaded.scriptKB += encodedDataLength / 1000;
	});
	await devtools.send('Network.enable');
	await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
	await page.goto(url, { waitUntil: 'commit' });
	await page.locator(ready).first().waitFor();
	await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
	const atReady = { ...loaded };
	await page.waitForLoadState('load');
	// No event reports that a larger paint can no longer follow.
	await page.waitForTimeout(1500);
	const vitals = await page.evaluate<Pick<Figures, 'fcp' | 'lcp' | 'cls'>>('window.vitals');
	await context.close();
	return { ...vitals, ...atReady };
}
