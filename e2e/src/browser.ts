import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
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

/** A page in a browser of its own, so to speak: nobody is signed in. */
export async function openPage(
	browser: Browser,
	{ width = 1280, colorScheme = 'dark', clock = false }: PageOptions = {},
): Promise<Watched> {
	const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
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

/** Until nothing moves in it any more: before that its colours are those of a moment. */
export async function still(part: Locator): Promise<void> {
	await expect.poll(() => part.evaluate((one) => one.getAnimations({ subtree: true }).length)).toBe(0);
}

/**
 * Violations of WCAG 2.2 AA (or of these rules of it), in the whole page or a part of it; and what stands out beyond the
 * right edge, if the page is wider than the screen.
 */
export async function examine(
	page: Page,
	{ rules, within }: { rules?: readonly string[] | undefined; within?: string } = {},
): Promise<{ violations: string[]; beyond: string[] }> {
	const builder = new AxeBuilder({ page });
	if (within) builder.include(within);
	const axe = await (
		rules ? builder.withRules([...rules]) : builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
	).analyze();
	return {
		violations: axe.violations.map(
			({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
		),
		beyond: await page.evaluate(() => {
			const { scrollWidth } = document.documentElement;
			if (scrollWidth <= innerWidth) return [];
			const out = [...document.querySelectorAll('body *')].filter(
				(element) => element.getBoundingClientRect().right > innerWidth,
			);
			return [
				`${scrollWidth - innerWidth} px`,
				...out.map(({ tagName, className, textContent }) => `${tagName}.${className}: ${textContent?.slice(0, 60)}`),
			];
		}),
	};
}

/**
 * How pages are examined: colours hang on the theme, the layout on the width. The first look sees every rule, the second
 * what hangs on either.
 */
export const LOOKS = [
	[1280, 'dark', undefined],
	[360, 'light', ['color-contrast', 'target-size']],
] as const;

/**
 * Leads through the states that a screen can be in, each given as the part (CSS) that shows it, and examines that part:
 * nothing of it may violate WCAG 2.2 AA (or these rules of it), nor stand out beyond the screen.
 */
export async function examineStates(
	page: Page,
	states: AsyncIterable<string>,
	rules?: readonly string[],
): Promise<void> {
	for await (const within of states) {
		const part = page.locator(within).first();
		await part.waitFor();
		await still(part);
		expect({ within, ...(await examine(page, { rules, within })) }).toEqual({ within, violations: [], beyond: [] });
	}
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

/** Searches for a SKU where a page offers it. */
export async function searchSku(page: Page, sku: string): Promise<void> {
	await page.getByLabel(/^SKU/).fill(sku);
	await page.keyboard.press('Enter');
}

/** A picture as it is by its bytes. */
export interface Picture {
	type: 'png' | 'jpg' | 'other';
	/** Width and height. */
	size: [number, number];
	/** Red, green, blue and opacity of its first pixel. */
	corner: number[];
}

export async function pictureOf(page: Page, bytes: Buffer): Promise<Picture> {
	const { size, corner } = await page.evaluate(async (base64) => {
		const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]));
		const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
		canvas.drawImage(bitmap, 0, 0);
		const size: [number, number] = [bitmap.width, bitmap.height];
		return { size, corner: [...canvas.getImageData(0, 0, 1, 1).data] };
	}, bytes.toString('base64'));
	const type =
		bytes.subarray(1, 4).toString() === 'PNG' ? 'png' : bytes[0] === 0xff && bytes[1] === 0xd8 ? 'jpg' : 'other';
	return { type, size, corner };
}

/** The picture that somebody saves by this, and what its file is called. */
export async function downloaded(page: Page, act: () => Promise<void>): Promise<Picture & { name: string }> {
	const [download] = await Promise.all([page.waitForEvent('download'), act()]);
	const bytes = readFileSync(await download.path());
	return { name: download.suggestedFilename(), ...(await pictureOf(page, bytes)) };
}
