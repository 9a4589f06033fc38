import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onServer } from './onServer.ts';
import { examine, openBrowser, openPage, signIn } from './browser.ts';
import { type Home, openHome, type Whole } from './whole.ts';

let home: Home;
let whole: Whole;
let browser: Browser;
beforeAll(async () => {
	home = await openHome();
	[whole, browser] = await Promise.all([home.start(), openBrowser()]);
});
afterAll(async () => {
	await browser?.close();
	await home?.remove();
});

const settings = (id: string) => `/dashboard/settings/${id}`;
/** Somebody else's change, behind the page's back. */
const meanwhile = (page: Page, path: string, body: object) =>
	page.evaluate(
		async ([address, json]) => {
			const headers = { 'content-type': 'application/json' };
			await fetch(address, { method: 'POST', headers, body: json });
		},
		[path, JSON.stringify(body)] as const,
	);

test.each([
	['ASICS', 'Product link', 'https://www.asics.com/p/1201A019.html'],
	['JD', 'Product link', 'https://www.jdsports.com/product/1'],
	['FNL', 'Product link', 'https://www.finishline.com/product/1'],
	['JD/FNL', 'SKU', 'DD1391-100'],
	['Adidas', 'SKU', 'GW3773'],
])(
	'the hot list of %s takes a %s and gives it back',
	async (name, field, value) => {
		const { page, problems } = await openPage(browser);
		await signIn(page, whole.url, settings('hotsku'), 'Ada');
		const card = page.getByRole('region', { name, exact: true });
		await card.getByText('Nothing on this list.').waitFor();
		await card.getByLabel(`${field} for ${name}`).fill(value);
		await page.keyboard.press('Enter');
		await card.getByText('SKU added successfully').waitFor();
		const list = card.getByRole('region', { name: `On the list of ${name}` });
		await list.getByText(/^Added/).waitFor();
		await card.getByText('SKU added successfully').waitFor({ state: 'detached', timeout: 5000 });
		await card.getByLabel(`${field} for ${name}`).fill(value);
		await card.getByRole('button', { name: 'Remove', exact: true }).click();
		await card.getByText('SKU deleted successfully').waitFor();
		await list.getByText('Nothing on this list.').waitFor();
		expect(problems).toEqual([]);
	},
	60_000,
);

test('New Balance needs SKU and link; refusals stay beside the field; rows go together, with a way back', async () => {
	const { page, problems } = await openPage(browser, { colorScheme: 'light' });
	await signIn(page, whole.url, settings('hotsku'), 'Ada');
	const card = page.getByRole('region', { name: 'New Balance', exact: true });
	const sku = card.getByLabel('SKU for New Balance');
	const link = card.getByLabel('Product link for New Balance');
	await sku.fill('M990GL6');
	await card.getByRole('button', { name: 'Add' }).click();
	expect(await link.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
	await link.fill('https://www.newbalance.com/990');
	await card.getByRole('button', { name: 'Add' }).click();
	await card.getByText('SKU added successfully').waitFor();
	const list = card.getByRole('region', { name: 'On the list of New Balance' });
	await list.getByRole('link', { name: 'newbalance.com/990' }).waitFor();

	await sku.fill('m990gl6');
	await link.fill('https://www.newbalance.com/990');
	await card.getByRole('button', { name: 'Add' }).click();
	await card.getByText('Error: This stands there already: M990GL6.').waitFor();
	expect((await examine(page)).violations).toEqual([]);
	await sku.fill('OTHER');
	await card.getByRole('button', { name: 'Remove', exact: true }).click();
	await card.getByText('Error: This is not on the list: OTHER.').waitFor();

	await card.getByLabel('Filter New Balance').fill('nothing');
	await list.getByText('None like that.').waitFor();
	await card.getByLabel('Filter New Balance').fill('990gl');
	await card.getByLabel('Choose all of New Balance').check();
	await card.getByRole('button', { name: 'Remove chosen of New Balance' }).click();
	await list.getByText('M990GL6').waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	await list.getByText('M990GL6').waitFor();
	await list.getByRole('button', { name: 'Remove M990GL6' }).click();
	await page.getByText('Removed M990GL6').waitFor();
	await page.getByText('Removed M990GL6').waitFor({ state: 'detached', timeout: 12_000 });
	await page.reload();
	await list.getByText('Nothing on this list.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^409/), expect.stringMatching(/^404/)]);
}, 90_000);

test('the SKU manager has the list of Adidas Hot #1', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, settings('imagemonitor'), 'Ada');
	const card = page.locator('section', { has: page.getByLabel('Enter the SKU (Adidas Hot #1)') });
	await card.getByLabel('Enter the SKU (Adidas Hot #1)').fill('gw3773  HQ4199');
	await card.getByRole('button', { name: 'Add' }).click();
	await card.getByText('SKU added successfully').waitFor();
	const list = card.getByRole('region', { name: 'SKUs on ADIDASHOT1' });
	await list.getByText('HQ4199').waitFor();
	await card.getByLabel('Enter the SKU (Adidas Hot #1)').fill('GW3773');
	await card.getByRole('button', { name: 'Remove', exact: true }).click();
	await card.getByText('SKU deleted successfully').waitFor();
	await list.getByText('GW3773').waitFor({ state: 'detached' });

	await card.getByLabel('Enter the SKU (Adidas Hot #1)').fill(`GW3773 ${'X'.repeat(65)}`);
	await card.getByRole('button', { name: 'Add' }).click();
	await card.getByText(/^Error: /).waitFor();
	await card.getByLabel('Enter the SKU (Adidas Hot #1)').fill('GW3773');
	await page.keyboard.press('Enter');
	await card.getByLabel('Choose GW3773').check();
	await card.getByLabel('Choose HQ4199').check();
	await card.getByRole('button', { name: 'Remove chosen of ADIDASHOT1' }).click();
	await page.getByText('Removed 2 SKUs').waitFor();
	await list.getByText('Nothing is watched here.').waitFor();
	expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1);
	await page.getByRole('button', { name: 'Undo' }).click();
	await list.getByText('GW3773').waitFor();

	await page.getByRole('button', { name: 'Import and export' }).click();
	const bulk = page.getByRole('dialog', { name: 'Import and export SKUs' });
	await bulk.getByRole('textbox', { name: 'Rows' }).fill('type,sku\nADIDASHOT1,IE0001\nADIDASHOT1,GW3773\n');
	await bulk.getByRole('button', { name: 'Show what would happen' }).click();
	await bulk.getByText('1 added').waitFor();
	await bulk.getByRole('button', { name: 'Apply 2 rows' }).click();
	await bulk.getByText('Done: 1 added, 0 changed, 0 removed, 1 as they were.').waitFor();
	await page.keyboard.press('Escape');
	await list.getByText('IE0001').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400 .*adidasskus/)]);
}, 60_000);

test('promo codes are inserted, edited and deleted, and a refusal leaves the dialog open', async () => {
	const { page, problems } = await openPage(browser, { colorScheme: 'light' });
	await signIn(page, whole.url, settings('twitter'), 'Ada');
	const list = page.getByRole('region', { name: 'Promo codes', exact: true });
	const insert = async (code: string) => {
		await page.getByRole('button', { name: 'Insert a promo code' }).click();
		const dialog = page.getByRole('dialog', { name: 'Insert promo code' });
		await dialog.getByLabel('Promo Code').fill(code);
		await dialog.getByLabel('Description').fill('10% off');
		await page.keyboard.press('Enter');
		return dialog;
	};
	await (await insert('DROP10')).waitFor({ state: 'detached' });
	await list.getByText('DROP10').waitFor();
	const refused = await insert('DROP10');
	await refused.getByText('Error: This stands already.').waitFor();
	await refused.getByRole('button', { name: 'Cancel' }).click();
	await refused.waitFor({ state: 'detached' });

	await list.getByRole('button', { name: 'Edit DROP10' }).click();
	const edit = page.getByRole('dialog', { name: 'Edit promo code' });
	await edit.getByRole('button', { name: 'Delete' }).waitFor();
	await expect.poll(() => edit.evaluate((one) => one.getAnimations({ subtree: true }).length)).toBe(0);
	expect((await examine(page)).violations).toEqual([]);
	await edit.getByLabel('Promo Code').fill('DROP20');
	await edit.getByRole('button', { name: 'Edit', exact: true }).click();
	await edit.waitFor({ state: 'detached' });
	await list.getByRole('button', { name: 'Edit DROP20' }).click();
	await edit.getByRole('button', { name: 'Delete' }).click();
	await edit.waitFor({ state: 'detached' });
	await list.getByText('No promo code yet.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^409/)]);
}, 60_000);

test('a category has its blacklist and keywords, and turns green only once the server has said so', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, settings('twitter'), 'Ada');
	const card = page.getByRole('region', { name: 'Other Monitor' });
	await card.getByText('No word forbids a post.').waitFor();

	const onOff = card.getByRole('switch', { name: 'Posts of Other Monitor' });
	expect(await onOff.getAttribute('aria-checked')).toBe('false');
	await page.route('**/twitter/update-keywords-status', (route) => route.abort());
	await onOff.click();
	await card.getByText('Error: The server cannot be reached.').waitFor();
	expect(await onOff.getAttribute('aria-checked')).toBe('false');
	await page.unroute('**/twitter/update-keywords-status');
	await onOff.focus();
	await page.keyboard.press('Space');
	await expect.poll(() => onOff.getAttribute('aria-checked')).toBe('true');
	await card.getByText('On', { exact: true }).waitFor();

	for (const word of ['gift card', 'sample']) {
		await card.getByRole('button', { name: 'Insert a blacklist word for Other' }).click();
		const dialog = page.getByRole('dialog', { name: /^Insert blacklist word/ });
		await dialog.getByRole('textbox', { name: 'Blacklist', exact: true }).fill(word);
		await dialog.getByRole('button', { name: 'Insert' }).click();
		await dialog.waitFor({ state: 'detached' });
	}
	await card.getByRole('button', { name: 'Edit the blacklist of Other' }).click();
	const edit = page.getByRole('dialog', { name: /^Edit blacklist word/ });
	await edit.getByLabel('Which').selectOption('sample');
	await edit.getByLabel('Blacklist Word').fill('GIFT CARD');
	await edit.getByRole('button', { name: 'Edit', exact: true }).click();
	await edit.getByText('Error: This is blacklisted already.').waitFor();
	await edit.getByLabel('Blacklist Word').fill('toddler');
	await edit.getByRole('button', { name: 'Edit', exact: true }).click();
	await edit.waitFor({ state: 'detached' });
	await card.getByRole('button', { name: 'Edit blacklist word toddler' }).click();
	await edit.getByRole('button', { name: 'Delete' }).click();
	await edit.waitFor({ state: 'detached' });
	await card.getByRole('button', { name: 'Edit blacklist word toddler' }).waitFor({ state: 'detached' });

	await card.getByRole('button', { name: 'Insert a new keyword for Other' }).click();
	const insert = page.getByRole('dialog', { name: 'Insert keyword' });
	expect(await insert.getByLabel('Type').locator('option').allTextContents()).toEqual([
		'State Change',
		'Price Change',
		'Restock',
	]);
	expect(await insert.getByLabel('Category').inputValue()).toBe('other');
	await insert.getByLabel('Keyword').fill('tech fleece');
	await insert.getByLabel('Type').selectOption('Restock');
	await insert.getByLabel('Cooldown').fill('');
	await insert.getByRole('button', { name: 'Insert' }).click();
	await insert.waitFor({ state: 'detached' });
	const tile = card.getByRole('button', { name: 'Edit keyword tech fleece' });
	expect((await tile.innerText()).split('\n')).toEqual(['tech fleece', 'Change Type Restock', 'Cooldown No Cooldown']);
	await tile.click();
	const change = page.getByRole('dialog', { name: 'Edit keyword' });
	expect(await change.getByLabel('Category').isDisabled()).toBe(true);
	await change.getByLabel('Cooldown').fill('5400');
	await change.getByRole('button', { name: 'Edit', exact: true }).click();
	await tile.getByText('1 h 30 min').waitFor();
	await meanwhile(page, '/twitter/delete-keywords', { id: '2', keywordId: '1' });
	await tile.click();
	await change.getByRole('button', { name: 'Delete' }).click();
	await change.getByText(/^Error: This keyword/).waitFor();
	expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([
		expect.stringMatching(/^409/),
		expect.stringMatching(/^404/),
	]);
}, 90_000);

test('a product with a keyword is posted, and the page shows it and what comes next', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, settings('twitter'), 'Ada');
	const card = page.getByRole('region', { name: 'Shoe Monitor' });
	await card.getByRole('switch').click();
	await card.getByText('On', { exact: true }).waitFor();
	await card.getByRole('button', { name: 'Insert a new keyword for Shoe' }).click();
	const dialog = page.getByRole('dialog', { name: 'Insert keyword' });
	await dialog.getByLabel('Keyword').fill('jordan');
	await dialog.getByLabel('Type').selectOption('Price Change');
	await dialog.getByRole('button', { name: 'Insert' }).click();
	await dialog.waitFor({ state: 'detached' });
	await whole.control.setProduct({ sku: 'CK9246-101', region: 'JP', change: { currentPrice: 17_700 } });
	const posts = page.getByRole('region', { name: 'Recent posts' });
	await posts
		.getByRole('listitem')
		.filter({ hasText: 'CK9246-101 · JP' })
		.filter({ hasText: 'posted' })
		.first()
		.waitFor({ timeout: 20_000 });
	await page.getByRole('region', { name: 'What the next post would look like' }).getByText(/·/).waitFor();
	await page.getByLabel('Filter posts').fill('nothing like it');
	await posts.getByText('No post like that.').waitFor();
	expect(await page.getByText('X is not connected').count()).toBe(0);

	// The answer of a server without keys; the sandbox always gives it some.
	await page.route('**/twitter/posts', async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...((await response.json()) as object), connected: false } });
	});
	await page.reload();
	await page.getByText(/X is not connected: posts are composed and kept/).waitFor();
	await page.unrouteAll({ behavior: 'ignoreErrors' });
	expect(problems).toEqual([]);
}, 60_000);

test('a long URL has two short ones to copy, whose clicks are counted; what is refused says why', async () => {
	const { page, problems, context } = await openPage(browser);
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await signIn(page, whole.url, settings('urlshortener'), 'Ada');
	await page.getByText(/^None yet\. Shorten a URL above/).waitFor();
	const field = page.getByLabel('Enter your long URL');
	await field.fill('http://192.168.1.1/admin');
	await page.getByRole('button', { name: 'Shorten URL' }).click();
	await page.getByText('Error: This must not be a private address.').waitFor();
	expect(await field.inputValue()).toBe('http://192.168.1.1/admin');

	await field.fill('https://www.nike.com/t/dunk-low');
	await page.keyboard.press('Enter');
	const first = page.getByRole('button', { name: /^First short URL: http/ });
	await first.waitFor();
	const copied = () => page.evaluate(() => navigator.clipboard.readText());
	await page.getByRole('button', { name: 'Copy Second Url' }).click();
	await page.getByText('URL copied to clipboard!').first().waitFor();
	expect(await copied()).toMatch(new RegExp(`^${whole.url}/s/\\w{7}$`));
	await first.click();
	expect(await copied()).toBe(await first.innerText());
	const answer = await page.request.get(await copied(), { maxRedirects: 0 });
	expect(answer.headers()['location']).toBe('https://www.nike.com/t/dunk-low');
	const list = page.getByRole('region', { name: 'Short URLs' });
	await list.getByRole('listitem').filter({ hasText: '1 click' }).waitFor({ timeout: 20_000 });

	for (let n = 0; n < 30; n++) await meanwhile(page, '/url/urlshorten', { originalUrl: `https://shop.example/${n}` });
	await page.reload();
	await expect.poll(() => list.getByRole('listitem').count()).toBe(50);
	await list.getByRole('button', { name: 'More' }).click();
	await expect.poll(() => list.getByRole('listitem').count()).toBe(62);
	expect(await list.getByRole('button', { name: 'More' }).count()).toBe(0);
	await page.getByLabel('Filter short URLs').fill('DUNK');
	await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
	await page.getByLabel('Filter short URLs').fill('nothing');
	await list.getByText('None with that address.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400/)]);
}, 90_000);

test.each([
	['stocknumber', '**/api/stocknumberwebhooks', 'Webhook URL'],
	['hotsku', '**/api/hotskus?type=monitor1', 'ASICS'],
	['twitter', '**/twitter/keywords', 'Shoe Monitor'],
	['urlshortener', '**/url/list*', 'Short URLs'],
])(
	'%s says when its list cannot be had, and asks again',
	async (id, call, name) => {
		const { page } = await openPage(browser);
		await page.route(call, (route) => route.abort());
		await signIn(page, whole.url, settings(id), 'Ada');
		const failed = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' });
		await failed.first().waitFor();
		await page.unroute(call);
		await failed.first().getByRole('button', { name: 'Retry' }).click();
		await failed.first().waitFor({ state: 'detached' });
		await page.getByRole('region', { name, exact: true }).waitFor();
	},
	60_000,
);

const DIALOGS: readonly [id: string, button: RegExp | null][] = [
	['stocknumber', /^Add webhook/],
	['hotsku', null],
	['twitter', /^Insert a new keyword for Shoe/],
	['urlshortener', null],
];

// As the sweep of journeys.test.ts, which sees the frame around them: two passes see every colour and every width.
test.skipIf(onServer).each([
	[1280, 'dark', undefined],
	[360, 'light', ['color-contrast', 'target-size']],
] as const)(
	'at %i px in the %s theme every screen and dialog is accessible and as wide as the screen',
	async (width, colorScheme, rules) => {
		const { page, problems } = await openPage(browser, { width, colorScheme });
		await signIn(page, whole.url, settings('stocknumber'), 'Ada');
		for (const [id, button] of DIALOGS) {
			await page.goto(`${whole.url}${settings(id)}`);
			await page.locator('h1').first().waitFor();
			await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
			expect({ id, ...(await examine(page, { rules, within: 'main' })) }).toEqual({ id, violations: [], beyond: [] });
			if (!button) continue;
			await page.getByRole('button', { name: button }).click();
			await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
			await expect
				.poll(async () => page.getByRole('dialog').evaluate((dialog) => dialog.getAnimations({ subtree: true }).length))
				.toBe(0);
			expect({ id, ...(await examine(page, { rules, within: '[role=dialog]' })) }).toEqual({
				id,
				violations: [],
				beyond: [],
			});
			await page.keyboard.press('Escape');
			await page.getByRole('dialog').waitFor({ state: 'detached' });
		}
		expect(problems).toEqual([]);
	},
	120_000,
);
