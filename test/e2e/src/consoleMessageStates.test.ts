import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { callBehind } from './browser.ts';
import { expectStates } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Sets a product's price; a different price causes an event. */
const change = (currentPrice: number) =>
	fixture.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice } });

/**
 * Stock numbers: errors, the preview, an announcement with its deliveries, and endpoints that are dead or filtered out.
 */
async function* announcement(page: Page) {
	const [webhook] = await fixture.control.createWebhooks({ count: 1, ownChannels: true });
	const label = 'states';
	await button(page, 'Add webhook').click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Label').fill(label);
	await dialog.getByLabel('Webhook URL').fill('https://example.com/hook');
	await button(page, 'Upload').click();
	yield '[role=dialog]:has([id$=error])';
	await dialog.getByLabel('Webhook URL').fill(webhook!.url);
	await button(page, 'Upload').click();
	await dialog.waitFor({ state: 'detached' });

	const send = async (title: string) => {
		await page.getByLabel('Title').fill(title);
		await page.getByLabel('Thumbnail (URL)').fill(`${fixture.url}/logo.png`);
		await page
			.getByLabel('Description')
			.fill('US 9: **12 pairs**\n[Shop](https://shop.example/x) `now` ||hidden||\n> said');
		await button(page, 'Send').click();
	};
	await send('States');
	yield 'form:has(.banner.bad)';
	yield '.discord:has(strong):has(.embed-thumbnail img)';
	await page.getByLabel(`Select ${label}`).check();
	await send('x'.repeat(257));
	yield 'form:has([id$=error])';
	await send('States');
	yield 'form:has(.banner.good)';
	yield '.tally:has(.dot.good)';
	await fixture.control.deleteWebhook(webhook!.id);
	await send('More states');
	yield '.tally:has(.dot.bad)';
	await page.clock.fastForward(10_000);
	yield '[aria-labelledby=endpoints]:has(.row-note.bad)';
	await page.getByLabel('Filter webhooks').fill('no such label');
	yield '[aria-labelledby=endpoints]:has(.empty)';
}

/**
 * The social monitor: its dialogs, a category that is switched on and one that cannot be, posts, and the notice that
 * nothing is posted.
 */
async function* social(page: Page) {
	const dialog = page.getByRole('dialog');
	const promo = async () => {
		await button(page, 'Insert a promo code').click();
		await dialog.getByLabel('Promo Code').fill('DROP10');
		await dialog.getByLabel('Description').fill('10% off');
	};
	await promo();
	yield '[role=dialog]';
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	await promo();
	await page.keyboard.press('Enter');
	await dialog.getByText('Error: This already exists.').waitFor();
	yield '[role=dialog]';
	await button(page, 'Cancel').click();
	await button(page, 'Edit DROP10').click();
	yield '[role=dialog]:has(.apart)';
	await button(page, 'Cancel').click();

	await button(page, 'Insert a blacklist word for Shoe').click();
	yield '[role=dialog]';
	await button(page, 'Cancel').click();
	for (const word of ['gift', 'sample'])
		await callBehind(page, '/twitter/insert-blacklist', { blacklist: word, category: 'shoe' });
	await page.reload();
	await button(page, 'Edit the blacklist of Shoe').click();
	yield '[role=dialog]:has(select)';
	await button(page, 'Cancel').click();

	await button(page, 'Insert a new keyword for Shoe').click();
	await dialog.getByLabel('Keyword').fill('jordan');
	await dialog.getByLabel('Type').selectOption('Price Change');
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	const onOff = page.getByRole('switch', { name: 'Posts of Shoe Monitor' });
	const card = '[aria-labelledby=monitor-shoe]:has(.tile)';
	await page.route('**/twitter/update-keywords-status', (route) => route.abort());
	await onOff.click();
	yield `${card}:has(.on-off-error)`;
	await page.unroute('**/twitter/update-keywords-status');
	await onOff.click();
	yield `${card}:has([aria-checked=true])`;
	await change(177);
	yield '[aria-labelledby=recent-posts]:has(.post .dot.good)';
	yield '[aria-labelledby=next-post]:has(.post-text)';
	await page.getByLabel('Filter posts').fill('no such post');
	yield '[aria-labelledby=recent-posts]:has(.empty)';
	await onOff.click();
	await button(page, 'Edit keyword jordan').click();
	yield '[role=dialog]:has(select:disabled)';
	await button(page, 'Delete').click();
	await dialog.waitFor({ state: 'detached' });

	// The response of a server without keys; the sandbox always has keys.
	await page.route('**/twitter/posts', async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...((await response.json()) as object), connected: false } });
	});
	await page.reload();
	yield '.state';
	await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** The shortener: an error, new short URLs, a copied one, one that cannot be copied, and a filter without matches. */
async function* shortener(page: Page) {
	const shorten = async (url: string) => {
		await page.getByLabel('Enter your long URL').fill(url);
		await page.keyboard.press('Enter');
	};
	await shorten('http://192.168.1.1/admin');
	yield '.shortener:has(.shorten-error:not(:empty))';
	await shorten('https://www.nike.com/t/dunk-low');
	yield '.shortener:has(.copy-line .mono:enabled)';
	yield '[aria-labelledby=short-urls]:has(.row)';
	await page.context().grantPermissions(['clipboard-write']);
	await button(page, 'Copy First Url').click();
	await page.getByText('URL copied to clipboard!').waitFor();
	yield '.copy-line:has([role=status]:not(:empty))';
	await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))));
	await button(page, 'Copy Second Url').click();
	yield '.copy-line:has(.bad)';
	await page
		.getByRole('button', { name: /^Copy http/ })
		.first()
		.click();
	yield '.short-url:has(.row-note.bad)';
	await page.getByLabel('Filter short URLs').fill('no such address');
	yield '[aria-labelledby=short-urls]:has(.empty)';
}

/**
 * The overview with a live event and a dead webhook; the palette with results, without results, and without a response.
 */
async function* overview(page: Page) {
	const [webhook] = await fixture.control.createWebhooks({ count: 1 });
	const row = {
		action: 'SET',
		brand: 'HP',
		category: 'LAPTOPS',
		region: 'US',
		status: 'LAPTOPS',
		label: 'dead',
	};
	await callBehind(page, '/api/bulk/webhooks', { rows: [{ ...row, value: webhook!.url }] });
	await fixture.control.deleteWebhook(webhook!.id);
	await callBehind(page, '/api/webhooktest', { url: webhook!.url });
	// The feed does not show earlier events.
	await page.getByText('Live', { exact: true }).waitFor();
	await change(178);
	await page.getByText('CK9246-101 · US').first().waitFor();
	await page.getByRole('link', { name: `HP Laptops · US: dead` }).first().waitFor();
	yield 'main:has(.live .good)';

	await page.keyboard.press('Control+k');
	const box = page.getByPlaceholder('Go to a section, a server, a SKU, a webhook');
	await box.fill('CK9246');
	yield '[role=dialog]:has([data-action])';
	await box.fill('no such thing');
	await page.getByText('No results.').waitFor();
	yield '[role=dialog]';
	await page.route('**/api/find*', (route) => route.abort());
	await box.fill('nor such a thing');
	yield '[role=dialog]:has([role=alert])';
}

const SCREENS = [
	['stocknumber', announcement],
	['twitter', social],
	['urlshortener', shortener],
	['overview', overview],
] as const;

test.each(SCREENS)(
	'every state of %s is accessible and no wider than the screen, on a desktop in the dark and on a phone in the light theme',
	async (id, states) => {
		const { page } = await fixture.as('Ada', `/dashboard/settings/${id}`, { clock: true });
		await expectStates(page, states(page));
	},
);
