import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const settings = '/dashboard/settings';
async function asAda(path: string, options: { width?: number; colorScheme?: 'dark' | 'light' } = {}) {
	const watched = await openPage(browser, options);
	await signIn(watched.page, whole.url, path, 'Ada');
	return watched;
}
const webhooks = async (count: number) => (await whole.control.createWebhooks({ count })).map(({ url }) => url);

test('a webhook for two brands at once lands in both groups, or in neither', async () => {
	const { page, problems } = await asAda(`${settings}/jdfnl`);
	const [url, other] = await webhooks(2);
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	const add = async (region: string, label: string, value: string) => {
		await page.getByRole('button', { name: 'Add webhook' }).click();
		await dialog.getByLabel('Label').fill(label);
		await dialog.getByLabel('Webhook URL').fill(value);
		await dialog.getByLabel('Region').selectOption(region);
		await dialog.getByLabel('Status').selectOption('Restock');
		await dialog.getByRole('button', { name: 'Upload' }).click();
	};
	await add('JD & FNL', 'both', url ?? '');
	await dialog.waitFor({ state: 'hidden' });
	await expect.poll(() => page.getByRole('group', { name: 'both' }).count()).toBe(2);
	await page.getByRole('link', { name: 'JD/FNL 2' }).waitFor();

	await page.getByRole('group', { name: 'both' }).first().getByRole('button', { name: 'Delete both' }).click();
	await expect.poll(() => page.getByRole('group', { name: 'both' }).count()).toBe(1);
	await page.getByText('Deleted both').waitFor({ state: 'detached', timeout: 15_000 });
	await add('JD & FNL', 'both', other ?? '');
	await dialog.getByText('Error: This stands in this group already.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400 .*bulk\/webhooks/)]);
}, 60_000);

test('custom SKUs of refurbished shoes stand beside their webhooks', async () => {
	const { page, problems } = await asAda(`${settings}/overview`);
	await page.route('**/api/nikewebhooks*', (route) => route.abort());
	await page.getByRole('link', { name: 'Nike Refurbished' }).click();
	await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
	expect(await page.getByRole('heading', { name: 'Nike US Refurbished - Custom' }).count()).toBe(0);
	await page.unroute('**/api/nikewebhooks*');
	await page.getByRole('button', { name: 'Retry' }).click();
	await page.getByRole('heading', { name: 'Nike US Refurbished - Custom' }).waitFor();
	await page.getByRole('button', { name: 'Add webhook' }).click();
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	await dialog.getByText('SKU', { exact: true }).click();
	await dialog.getByRole('textbox', { name: 'SKU' }).fill('dd1391-100  DD1391-200');
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await page.getByRole('group', { name: 'DD1391-200' }).waitFor();
	await page.getByRole('button', { name: 'Delete DD1391-100' }).click();
	await page.getByRole('group', { name: 'DD1391-100' }).waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.getByRole('group', { name: 'DD1391-100' }).waitFor();
	expect(problems).toEqual([]);
}, 60_000);

test('a file is shown row by row before it is applied, nothing of it lands while a row is bad, and the export writes it back', async () => {
	const { page, problems } = await asAda(`${settings}/hp`);
	const [first, second] = await webhooks(2);
	const line = (label: string, value = '') => `SET,HP,LAPTOPS,US,LAPTOPS,${label},${value}`;
	const header = 'action,brand,category,region,status,label,value';
	await page.getByRole('button', { name: 'Import and export' }).click();
	const dialog = page.getByRole('dialog', { name: 'Import and export webhooks' });
	const check = () => dialog.getByRole('button', { name: 'Show what would happen' }).click();
	await dialog.getByRole('textbox', { name: 'Rows' }).fill('label,value\na,b');
	await check();
	await dialog.getByText(/Error: Line 1: "brand" is missing/).waitFor();
	await dialog
		.getByRole('textbox', { name: 'Rows' })
		.fill([header, line('good', first), line('bad', 'https://x.example')].join('\n'));
	await check();
	await dialog.getByText('value must be a Discord webhook URL').waitFor();
	expect(await dialog.getByRole('button', { name: 'Apply 2 rows' }).isDisabled()).toBe(true);
	expect((await examine(page)).violations).toEqual([]);
	await dialog
		.getByRole('textbox', { name: 'Rows' })
		.fill([header, line('good', first), line('two', second)].join('\n'));
	await check();
	await dialog.getByText('2 added').waitFor();
	await dialog.getByRole('button', { name: 'Apply 2 rows' }).click();
	await dialog.getByText('Done: 2 added, 0 changed, 0 removed, 0 as they were.').waitFor();
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		dialog.getByRole('button', { name: 'Export CSV' }).click(),
	]);
	const csv = readFileSync(await download.path(), 'utf8');
	expect(csv).toContain(`\n${line('good', first).replace('SET,', '')}\n`);
	await page.keyboard.press('Escape');
	await page.getByRole('group', { name: 'two' }).waitFor();
	expect(problems).toEqual([]);
}, 60_000);

test('five thousand rows scroll, filter and fold, and a row that is edited stays as it is out of sight', async () => {
	const { page, problems } = await asAda(`${settings}/nike-equipment`);
	await page.evaluate(async () => {
		const statuses = ['ACTIVE', 'CLOSEOUT', 'HOLD'];
		const rows = Array.from({ length: 5000 }, (_, n) => ({
			action: 'SET',
			brand: 'NIKE',
			category: 'EQUIPMENT',
			region: n % 2 === 0 ? 'US' : 'JP',
			status: statuses[n % 3],
			label: `row ${n}`,
			value: `https://discord.com/api/webhooks/${700_000_000_000_000_000n + BigInt(n)}/token-${n}`,
		}));
		await fetch('/api/bulk/webhooks', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ rows }),
		});
	});
	await page.reload();
	await page.getByRole('group', { name: 'row 0', exact: true }).waitFor();
	expect(await page.locator('.line').count()).toBeLessThan(100);
	await page.getByRole('button', { name: 'Edit row 0', exact: true }).click();
	await page.getByLabel('Webhook URL of row 0').fill('https://discord.com/api/webhooks/1/half');
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
	await page
		.getByRole('group', { name: /^row \d+$/ })
		.nth(5)
		.waitFor();
	await page.evaluate(() => scrollTo(0, 0));
	expect(await page.getByLabel('Webhook URL of row 0').inputValue()).toBe('https://discord.com/api/webhooks/1/half');
	await page.keyboard.press('Escape');
	// So does the one that has the keyboard.
	await page.getByRole('button', { name: 'Edit row 6', exact: true }).focus();
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
	await page.getByRole('group', { name: 'row 0', exact: true }).waitFor({ state: 'detached' });
	expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Edit row 6');
	await page.evaluate(() => scrollTo(0, 0));
	await page.getByLabel('Filter by label').fill('row 4999');
	await page.getByRole('group', { name: 'row 4999' }).waitFor();
	expect(await page.getByRole('group', { name: /^row/ }).count()).toBe(1);
	await page.getByLabel('Filter by label').fill('');
	await page.getByRole('button', { name: /^Nike United States/ }).click();
	await page.getByRole('group', { name: 'row 3', exact: true }).waitFor();
	for (const label of ['row 3', 'row 9']) await page.getByLabel(`Choose ${label}`, { exact: true }).check();
	await page.getByRole('button', { name: 'Delete 2 chosen' }).click();
	await page.getByText('Deleted 2 webhooks').waitFor();
	await page.getByRole('group', { name: 'row 3', exact: true }).waitFor({ state: 'detached' });
	await page.getByLabel('Choose row 15', { exact: true }).check();
	await page.getByRole('button', { name: 'Delete row 15', exact: true }).click();
	await page.getByRole('button', { name: /chosen$/ }).waitFor({ state: 'detached' });
	// Taken back, all are as they were, chosen too.
	for (const left of [1, 0]) {
		await page.getByRole('button', { name: 'Undo' }).first().click();
		await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(left);
	}
	await page.getByRole('button', { name: 'Delete 3 chosen' }).waitFor();
	await page.getByRole('group', { name: 'row 3', exact: true }).waitFor();
	expect(problems).toEqual([]);
}, 90_000);

test('the palette leads to sections, servers, SKUs and webhooks by keyboard alone', async () => {
	const { page, problems } = await asAda(`${settings}/nowhere`);
	await page.getByRole('heading', { name: '404 Page not found' }).waitFor();
	await page.getByRole('navigation', { name: 'Sections' }).waitFor();
	const box = page.getByPlaceholder('Go to a section, a server, a SKU, a webhook');
	const go = async (text: string) => {
		await page.keyboard.press('Control+k');
		await box.fill(text);
		await page
			.getByRole('dialog')
			.getByRole('button', { name: new RegExp(text, 'i') })
			.first()
			.waitFor();
		await page.keyboard.press('Enter');
		await box.waitFor({ state: 'detached' });
	};
	await go('Image Monitor');
	await page.waitForURL(`**${settings}/imagemonitor`);
	// A SKU on the list that holds it, from this very screen too.
	await go('CK9246-101');
	await expect.poll(() => page.getByLabel('Filter MONITOR1').inputValue()).toBe('CK9246-101');
	expect(await page.getByLabel('Filter MONITOR2').inputValue()).toBe('');
	await go('nike-us-hold');
	await page.getByRole('group', { name: 'nike-us-hold' }).waitFor();
	// A folded section opens for what is looked for, and another row of the same screen is found as well.
	await page.getByLabel('Filter by label').fill('');
	await page.getByRole('button', { name: /^Nike United States/ }).click();
	await page.getByRole('group', { name: 'nike-us-active' }).waitFor({ state: 'detached' });
	await go('nike-us-active');
	await page.getByRole('group', { name: 'nike-us-active' }).waitFor();
	expect(await page.getByRole('group', { name: 'nike-us-hold' }).count()).toBe(0);

	await page.keyboard.press('Control+k');
	await page.route('**/api/find*', (route) => route.abort());
	await box.fill('no such thing');
	await page.getByText('Error: The server cannot be reached.').waitFor();
	await expect
		.poll(() => page.getByRole('dialog').evaluate((one) => one.getAnimations({ subtree: true }).length))
		.toBe(0);
	expect((await examine(page)).violations).toEqual([]);
	await page.unroute('**/api/find*');
	await box.fill('nor such a thing');
	await page.getByText('Nothing of that name.').waitFor();
	await page.keyboard.press('Escape');
	await box.waitFor({ state: 'detached' });
	await go('Sole Searchers');
	await page.waitForURL('**/dashboard/admin/**');
	expect(problems).toEqual([]);
}, 60_000);

test('a webhook of ASICS is added, keeps its address where another is refused, comes back after Undo, and is named where it dies', async () => {
	const { page, problems } = await asAda(`${settings}/asics`);
	const [webhook] = await webhooks(1);
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	const scrolls = () => page.evaluate(() => getComputedStyle(document.body).overflowY !== 'hidden');
	await page.getByRole('button', { name: 'Add webhook' }).click();
	await dialog.getByRole('button', { name: 'Upload' }).waitFor();
	expect(await scrolls()).toBe(false);
	await expect.poll(() => dialog.evaluate((one) => one.getAnimations({ subtree: true }).length)).toBe(0);
	expect((await examine(page)).violations).toEqual([]);
	await dialog.getByLabel('Label').fill('doomed');
	await page.mouse.click(5, 5);
	await dialog.waitFor({ state: 'hidden' });
	await expect.poll(scrolls).toBe(true);
	await page.getByRole('button', { name: 'Add webhook' }).click();
	// Closing clears nothing.
	expect(await dialog.getByLabel('Label').inputValue()).toBe('doomed');
	await dialog.getByLabel('Webhook URL').fill(webhook ?? '');
	await dialog.getByRole('button', { name: 'Upload' }).click();
	const row = page.getByRole('group', { name: 'doomed' });
	await row.waitFor();

	await row.getByRole('button', { name: 'Edit doomed' }).click();
	await row.getByLabel('Webhook URL of doomed').fill('https://example.com/hook');
	await page.keyboard.press('Enter');
	await row.getByText('Error: This must be a Discord webhook URL').waitFor();
	await row.getByLabel('Webhook URL of doomed').focus();
	await page.keyboard.press('Escape');
	await row.getByRole('button', { name: 'Delete doomed' }).click();
	await row.waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	await row.waitFor();

	await whole.control.deleteWebhook(/webhooks\/(\d+)/.exec(webhook ?? '')?.[1] ?? '');
	await row.getByRole('button', { name: 'Test doomed' }).click();
	await row.getByText(/The test is failed/).waitFor();
	await page.getByRole('link', { name: '1 dead webhook', exact: true }).click();
	await page
		.getByRole('region', { name: 'Dead webhooks' })
		.getByRole('link', { name: 'ASICS Restock · US: doomed' })
		.click();
	await page.waitForURL(`**${settings}/asics?filter=doomed`);
	await row.getByText(/^Off: Discord answered 404/).waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400 .*bulk\/webhooks/)]);
}, 60_000);

test('the overview tells what happens as it happens, and goes on after the server was restarted', async () => {
	const { page } = await asAda(`${settings}/overview`);
	await page.getByText('Live', { exact: true }).waitFor();
	await whole.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice: 99 } });
	await page.getByText('CK9246-101 · US').waitFor();

	const marked = page.evaluate(() => ((window as { mark?: boolean }).mark = true));
	await marked;
	await whole.interrupt();
	await page.getByText('Connecting …').waitFor();
	whole = await home.start();
	await page.getByText('Live', { exact: true }).waitFor({ timeout: 30_000 });
	await whole.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice: 79 } });
	await page.locator('.feed').getByText('CK9246-101 · US').first().waitFor();
	expect(await page.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true);
}, 90_000);
