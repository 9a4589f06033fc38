import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { callBehind } from './browser.ts';
import { examineStates, LOOKS } from './looks.ts';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** A price that the product did not have: something happens. */
const change = (width: number) =>
	stage.control.setProduct({ sku: 'CK9246-101', region: 'JP', change: { currentPrice: 10_000 + width } });

/** Stock numbers: what is refused, the preview, what was sent and what came of it, and endpoints that are dead or not there. */
async function* announcement(page: Page, width: number) {
	const [webhook] = await stage.control.createWebhooks({ count: 1, ownChannels: true });
	const label = `states ${width}`;
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
		await page.getByLabel('Thumbnail (URL)').fill(`${stage.url}/logo.png`);
		await page
			.getByLabel('Description')
			.fill('US 9: **12 pairs**\n[Shop](https://shop.example/x) `now` ||hidden||\n> said');
		await button(page, 'Send').click();
	};
	await send('States');
	yield 'form:has(.banner.bad)';
	yield '.discord:has(strong):has(.embed-thumbnail img)';
	await page.getByLabel(`Choose ${label}`).check();
	await send('x'.repeat(257));
	yield 'form:has([id$=error])';
	await send('States');
	yield 'form:has(.banner.good)';
	yield '.tally:has(.dot.good)';
	await stage.control.deleteWebhook(webhook!.id);
	await send('More states');
	yield '.tally:has(.dot.bad)';
	await page.clock.fastForward(10_000);
	yield '[aria-labelledby=endpoints]:has(.row-note.bad)';
	await page.getByLabel('Filter webhooks').fill('no such label');
	yield '[aria-labelledby=endpoints]:has(.empty)';
}

/** The social monitor: its dialogs, a category as it is switched on or cannot be, posts, and the notice that none is sent. */
async function* social(page: Page, width: number) {
	const dialog = page.getByRole('dialog');
	const promo = async () => {
		await button(page, 'Insert a promo code').click();
		await dialog.getByLabel('Promo Code').fill(`DROP${width}`);
		await dialog.getByLabel('Description').fill('10% off');
	};
	await promo();
	yield '[role=dialog]';
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	await promo();
	await page.keyboard.press('Enter');
	await dialog.getByText('Error: This stands already.').waitFor();
	yield '[role=dialog]';
	await button(page, 'Cancel').click();
	await button(page, `Edit DROP${width}`).click();
	yield '[role=dialog]:has(.apart)';
	await button(page, 'Cancel').click();

	await button(page, 'Insert a blacklist word for Shoe').click();
	yield '[role=dialog]';
	await button(page, 'Cancel').click();
	for (const word of ['gift', 'sample'])
		await callBehind(page, '/twitter/insert-blacklist', { blacklist: `${word} ${width}`, category: 'shoe' });
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
	await change(width);
	yield '[aria-labelledby=recent-posts]:has(.post .dot.good)';
	yield '[aria-labelledby=next-post]:has(.post-text)';
	await page.getByLabel('Filter posts').fill('no such post');
	yield '[aria-labelledby=recent-posts]:has(.empty)';
	await onOff.click();
	await button(page, 'Edit keyword jordan').click();
	yield '[role=dialog]:has(select:disabled)';
	await button(page, 'Delete').click();
	await dialog.waitFor({ state: 'detached' });

	// The answer of a server without keys; the sandbox always gives it some.
	await page.route('**/twitter/posts', async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...((await response.json()) as object), connected: false } });
	});
	await page.reload();
	yield '.state';
	await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** The shortener: what is refused, what was made, copied or may not be, and a filter without hits. */
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

/** The overview as it lives, with something dead on it; and the palette with hits, without, and unanswered. */
async function* overview(page: Page, width: number) {
	const [webhook] = await stage.control.createWebhooks({ count: 1 });
	const row = {
		action: 'SET',
		brand: 'HP',
		category: 'LAPTOPS',
		region: 'US',
		status: 'LAPTOPS',
		label: `dead ${width}`,
	};
	await callBehind(page, '/api/bulk/webhooks', { rows: [{ ...row, value: webhook!.url }] });
	await stage.control.deleteWebhook(webhook!.id);
	await callBehind(page, '/api/webhooktest', { url: webhook!.url });
	// What happened before it is not told.
	await page.getByText('Live', { exact: true }).waitFor();
	await change(width);
	await page.getByText('CK9246-101 · JP').first().waitFor();
	await page
		.getByRole('link', { name: `HP Laptops · US: dead ${width}` })
		.first()
		.waitFor();
	yield 'main:has(.live .good)';

	await page.keyboard.press('Control+k');
	const box = page.getByPlaceholder('Go to a section, a server, a SKU, a webhook');
	await box.fill('CK9246');
	yield '[role=dialog]:has([data-action])';
	await box.fill('no such thing');
	await page.getByText('Nothing of that name.').waitFor();
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

test.skipIf(onServer).each(SCREENS.flatMap(([id, states]) => LOOKS.map((look) => [id, ...look, states] as const)))(
	'every state of %s at %i px in the %s theme is accessible, and no wider than the screen',
	async (id, width, colorScheme, rules, states) => {
		const { page } = await stage.as('Ada', `/dashboard/settings/${id}`, { width, colorScheme, clock: true });
		await examineStates(page, states(page, width), rules);
	},
	60_000,
);
