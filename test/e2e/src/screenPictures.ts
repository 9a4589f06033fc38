/**
 * Takes the pictures in docs/screens from a running sandbox: `npm start`, a few minutes later
 * `node test/e2e/src/screenPictures.ts http://localhost:3000`; names after the address limit it to some screens. Each screen
 * is taken on a desktop and on a phone, in both themes.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { findBrowser } from '../../../scripts/browser.mjs';
import { fillForPictures, signedIn } from './demoData.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/screens');
const QUALITY = 0.7;
const [, , origin = 'http://localhost:3000', ...only] = process.argv;
const LOOKS = [
	{ suffix: '', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
	{ suffix: '-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
	{ suffix: '-phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
	{ suffix: '-phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
] as const;

interface Screen {
	as: 'Ada' | 'Cleo' | 'mia' | 'Pia' | null;
	path: string;
	/** The whole page instead of its first screenful. */
	whole?: boolean;
	/** Only this look. */
	only?: (typeof LOOKS)[number]['suffix'];
	/** What a person does first. */
	act?: (page: Page) => Promise<unknown>;
}

const settings = (id: string): Screen => ({ as: 'Ada', path: `/dashboard/settings/${id}` });
const search = async (page: Page) => {
	await page.getByLabel(/^SKU/).first().fill('CK9246-101');
	await page.keyboard.press('Enter');
	await page.locator('.pictures img, article').first().waitFor();
};
const guild = `/dashboard/admin/${SANDBOX_GUILDS.soleSearchers.id}`;

const SCREENS: Readonly<Record<string, Screen>> = {
	landing: { as: null, path: '/', whole: true },
	status: { as: null, path: '/status', whole: true },
	terms: { as: null, path: '/privacy-policy-and-terms' },
	'not-found': { as: null, path: '/nothing-here' },
	'free-fetcher': { as: null, path: '/freefetcher', act: search },
	'token-portal': { as: 'mia', path: '/userportal/accesstoken' },
	'request-access': { as: 'mia', path: '/requestaccess' },
	'cli-signin': {
		as: 'Ada',
		path: `/signin/cli?port=50123&state=${'s'.repeat(43)}&challenge=${'c'.repeat(43)}&name=laptop`,
	},
	'device-signin': { as: 'Ada', path: '/signin/device' },
	home: { as: 'Cleo', path: '/dashboard' },
	'home-reseller': { as: 'Pia', path: '/dashboard' },
	'premium-wall': { as: 'Cleo', path: '/dashboard/client/products' },
	account: { as: 'Cleo', path: '/account' },
	'account-member': {
		as: 'mia',
		path: '/account',
		act: (page) => page.getByRole('button', { name: 'Delete my data' }).scrollIntoViewIfNeeded(),
	},
	products: { as: 'Cleo', path: '/products' },
	product: { as: 'Cleo', path: '/products/NIKE/CK9246-101', whole: true },
	payout: { as: null, path: '/payout' },
	releases: { as: null, path: '/releases' },
	'releases-month': { as: null, path: '/releases?view=month' },
	'product-member': { as: 'mia', path: '/products/NIKE/CK9246-101' },
	watches: { as: 'mia', path: '/dashboard/watches' },
	why: {
		as: 'mia',
		path: '/dashboard/watches',
		async act(page) {
			await page
				.getByRole('button', { name: /^Why\?/ })
				.first()
				.click();
			await page.getByText(/^Times are in /).waitFor();
		},
	},
	resale: { as: 'Pia', path: '/dashboard/client/resale?brand=NIKE&sku=CK9246-101' },
	stores: { as: 'Pia', path: '/dashboard/client/stores?brand=NIKE&sku=CK9246-101&near=New+York' },
	'ask-for-a-product': { as: 'Cleo', path: '/dashboard/client/requests' },
	servers: { as: 'Cleo', path: '/dashboard/admin' },
	'first-run': { as: 'Cleo', path: `${guild}?step=test` },
	channels: { as: 'Cleo', path: guild },
	'channel-webhooks': {
		as: 'Cleo',
		path: `${guild}?view=regions`,
		act: (page) => page.getByRole('link', { name: 'Nike Shoes Active' }).first().click(),
	},
	deliveries: { as: 'Cleo', path: `${guild}/deliveries` },
	'server-statistics': { as: 'Cleo', path: `${guild}/statistics` },
	'server-changes': { as: 'Cleo', path: `${guild}/changes` },
	'client-images': { as: 'Cleo', path: '/dashboard/client', act: search },
	'client-products': { as: 'Pia', path: '/dashboard/client/products', act: search },
	overview: settings('overview'),
	'console-deliveries': settings('deliveries'),
	events: settings('events'),
	event: {
		...settings('events'),
		async act(page) {
			await page.getByRole('row').getByRole('link').first().click();
			await page.waitForURL(/events\/\d+$/);
		},
	},
	coverage: settings('coverage'),
	'all-webhooks': settings('allwebhooks'),
	webhook: {
		...settings('allwebhooks'),
		async act(page) {
			await page.getByRole('main').locator('a[href*="/webhook/"]').first().click();
			await page.waitForURL(/webhook\/\d+$/);
		},
	},
	'nike-shoes': settings('nike-shoes'),
	'nike-equipment': settings('nike-equipment'),
	'nike-refurbished': settings('nike-refurbished'),
	hp: settings('hp'),
	adidas: settings('adidas'),
	asics: settings('asics'),
	'new-balance': settings('newbalance'),
	jdfnl: settings('jdfnl'),
	shops: settings('shops'),
	'add-webhook': {
		...settings('nike-shoes'),
		async act(page) {
			await page.getByRole('button', { name: 'Add webhook' }).click();
			await page.getByRole('dialog').getByLabel('Label').fill('Cook Group');
		},
	},
	'sku-manager': settings('imagemonitor'),
	'hot-sku': {
		...settings('hotsku'),
		act: (page) => page.getByLabel('SKUs or product links').fill('GW3773, https://www.nike.com/t/dunk-low/DD1391-100'),
	},
	links: settings('links'),
	keywords: settings('keywords'),
	requests: settings('requests'),
	announcement: settings('stocknumber'),
	twitter: settings('twitter'),
	broadcast: settings('webhooks'),
	'sku-images': { ...settings('skus'), act: search },
	'image-editor': {
		as: null,
		path: '/freefetcher',
		async act(page) {
			await search(page);
			await page.getByRole('button', { name: /^Edit/ }).first().click();
			await page.locator('[data-testid=cropper]').waitFor();
		},
	},
	'product-query': { ...settings('productquery'), act: search },
	shortener: {
		...settings('urlshortener'),
		async act(page) {
			await page.getByLabel('Enter your long URL').fill('https://www.nike.com/t/dunk-low');
			await page.keyboard.press('Enter');
			await page.getByRole('button', { name: /^First short URL: http/ }).waitFor();
		},
	},
	access: settings('access'),
	tokens: settings('tokens'),
	audit: settings('audit'),
	bulk: {
		...settings('imagemonitor'),
		async act(page) {
			await page.getByRole('button', { name: 'Import and export' }).click();
			const panel = page.getByRole('dialog');
			await panel.getByRole('textbox', { name: 'Rows' }).fill('type,sku\nMONITOR1,CK9246-101\nMONITOR1,DD1391-100\n');
			await panel.getByRole('button', { name: 'Preview changes' }).click();
			await panel.getByText('1 added').waitFor();
		},
	},
	menu: { ...settings('overview'), only: '-phone', act: (page) => page.getByRole('button', { name: 'Menu' }).click() },
	palette: {
		...settings('overview'),
		async act(page) {
			await page.keyboard.press('Control+k');
			await page.getByRole('dialog').waitFor();
			await page.keyboard.type('nike');
		},
	},
	'console-not-found': settings('nothing'),
};

const browser = await chromium.launch({ executablePath: findBrowser() as string, args: ['--no-sandbox'] });
await fillForPictures(browser, origin);
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();
for (const [name, screen] of Object.entries(SCREENS)) {
	if (only.length > 0 && !only.includes(name)) continue;
	for (const { suffix, ...look } of LOOKS) {
		if (screen.only !== undefined && screen.only !== suffix) continue;
		await writeFile(join(FOLDER, `${name}${suffix}.webp`), await take(browser, screen, look));
	}
	console.log(name);
}
await browser.close();

async function take(
	on: Browser,
	{ as, path, act, whole = false }: Screen,
	look: Omit<(typeof LOOKS)[number], 'suffix'>,
): Promise<Buffer> {
	const context = await on.newContext({ ...look, reducedMotion: 'reduce' });
	await context.addCookies(as === null ? [] : await cookiesOf(on, as));
	const page = await context.newPage();
	await page.goto(origin + path);
	await settled(page);
	await act?.(page);
	if (whole) await scrollThrough(page);
	await settled(page);
	const picture = await webp(page, await page.screenshot({ fullPage: whole }));
	await context.close();
	return picture;
}

/** Loads the pictures that load when they come into view. */
async function scrollThrough(page: Page): Promise<void> {
	for (const image of await page.locator('img[loading=lazy]').all()) {
		await image.scrollIntoViewIfNeeded();
		await image.evaluate((element: HTMLImageElement) => element.decode());
	}
	await page.evaluate(() => scrollTo(0, 0));
}

async function cookiesOf(on: Browser, name: string) {
	const known = sessions.get(name);
	if (known) return known;
	const context = await signedIn(on, origin, name);
	const cookies = await context.cookies();
	sessions.set(name, cookies);
	await context.close();
	return cookies;
}

/** Waits for the heading, for what still loads, and for pictures in sight. */
async function settled(page: Page): Promise<void> {
	await page.locator('h1, h2').first().waitFor();
	await page.waitForFunction(() => !document.querySelector('[aria-busy=true], [data-loading]'));
	await page.evaluate(async () => {
		const inSight = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
		// A shop's picture that is slow or missing does not hold up the others.
		const pause = new Promise((resolve) => setTimeout(resolve, 3000));
		await Promise.race([pause, Promise.allSettled(inSight.map((image) => image.decode()))]);
	});
	// What appears is animated for a moment.
	await page.waitForFunction(() =>
		document.getAnimations().every(({ effect, playState }) => {
			return playState !== 'running' || effect?.getComputedTiming().endTime === Infinity;
		}),
	);
}

async function webp(page: Page, png: Buffer): Promise<Buffer> {
	const empty = await page.context().newPage();
	const url = await empty.evaluate(
		async ([source, quality]) => {
			const image = new Image();
			image.src = source;
			await image.decode();
			const canvas = document.createElement('canvas');
			canvas.width = image.width;
			canvas.height = image.height;
			canvas.getContext('2d')?.drawImage(image, 0, 0);
			return canvas.toDataURL('image/webp', quality);
		},
		[`data:image/png;base64,${png.toString('base64')}`, QUALITY] as const,
	);
	return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
