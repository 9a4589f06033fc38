import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onServer } from './onServer.ts';
import { examine, hold, openBrowser, openPage, signIn } from './browser.ts';
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

const guild = '/dashboard/admin/200000000000000001';
const webhookUrl = async (channel: number) => {
	const webhooks = await whole.control.webhooks();
	return webhooks.find(({ id }) => id === `4000000000000000${channel}`)?.url as string;
};

test('a server admin adds a topic and a webhook, tests it, and sees the drop arrive', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, '/dashboard/admin', 'Cleo');
	await page.getByRole('link', { name: 'Sole Searchers' }).click();
	await page.getByLabel('Select a channel for Japan').selectOption('Nike Shoes Active');
	await page.getByRole('link', { name: 'Nike Shoes Active' }).click();
	await page.getByRole('heading', { name: 'Webhooks Settings' }).waitFor();

	await page.getByLabel('Add a new webhook').fill('https://example.com/nothing');
	await page.getByRole('button', { name: 'Add' }).click();
	await page.getByText('must be a Discord webhook URL').waitFor();
	await page.getByLabel('Add a new webhook').fill(await webhookUrl(13));
	await page.getByRole('button', { name: 'Add' }).click();
	await page.getByText('…/webhooks/4000…0013/••••').waitFor();
	await page.getByRole('button', { name: /^Test/ }).click();
	await page.getByText(/Discord took the test after/).waitFor();
	// Why it fares as it does is told to the keyboard too.
	for (let steps = 0; steps < 2; steps++) await page.keyboard.press('Shift+Tab');
	await page.getByRole('tooltip').waitFor();

	const edit = page.getByRole('button', { name: /^Edit/ });
	const field = page.getByLabel(/^Webhook URL of/);
	const focused = () => edit.evaluate((button) => button === document.activeElement);
	await edit.click();
	await field.fill('');
	await page.getByRole('button', { name: /^Save/ }).click();
	expect(await field.evaluate((input) => input.matches(':invalid'))).toBe(true);
	await page.keyboard.press('Escape');
	await expect.poll(focused).toBe(true);
	await page.keyboard.press('Enter');
	await field.waitFor();
	const saving = await hold(page, '**/api/webhookedit');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	saving.release();
	await field.waitFor({ state: 'detached' });
	await expect.poll(focused).toBe(true);
	expect(saving.count()).toBe(1);

	await whole.control.setProduct({ sku: 'CK9246-101', region: 'JP', change: { currentPrice: 19_800 } });
	await whole.control.waitForMessages({ count: 2, channelId: '300000000000000013' });
	await page.goto(`${whole.url}${guild}/deliveries`);
	await page.getByText('Nike Shoes Active · JP').first().waitFor();
	await page.goBack();
	await page.getByRole('heading', { name: 'Webhooks Settings' }).waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400 .*webhookinsert/)]);
}, 60_000);

test('a deletion can be taken back for a while, and is real after that', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, guild, 'Cleo');
	await page.getByLabel('Select a channel for France').selectOption('Nike Equipment Hold');
	await page.getByRole('button', { name: 'Delete Nike Equipment Hold' }).click();
	await page.getByRole('link', { name: 'Nike Equipment Hold' }).waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.getByRole('link', { name: 'Nike Equipment Hold' }).waitFor();
	await page.getByLabel('Filter channels').fill('france');
	await page.getByRole('heading', { name: 'Japan' }).waitFor({ state: 'detached' });
	await page.getByRole('checkbox', { name: 'Choose all channels' }).check();
	await page.getByRole('button', { name: 'Delete chosen' }).click();
	await page.getByText(/Deleted Nike Equipment Hold/).waitFor();
	await page.getByText(/Deleted Nike Equipment Hold/).waitFor({ state: 'detached', timeout: 12_000 });
	await page.reload();
	await page.getByRole('heading', { name: 'Channels' }).waitFor();
	expect(await page.getByRole('link', { name: 'Nike Equipment Hold' }).count()).toBe(0);
	expect(problems).toEqual([]);
}, 60_000);

test('by keyboard a topic is added with Enter, regions fold, and another server shows nothing of this one', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, guild, 'Cleo');
	const select = page.getByLabel('Select a channel for Mexico');
	await select.focus();
	const adding = await hold(page, '**/api/channelinsert');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	const name = await select.inputValue();
	expect([name === '', adding.count()]).toEqual([false, 0]);
	adding.release();
	await page.keyboard.press('Enter');
	const topic = page.getByRole('link', { name, exact: true });
	await topic.waitFor();
	expect(adding.count()).toBe(1);

	const region = page.getByRole('button', { name: /^Mexico/ });
	await region.click();
	await topic.waitFor({ state: 'detached' });
	await page.reload();
	await expect.poll(() => region.getAttribute('aria-expanded')).toBe('false');
	await region.click();
	await topic.waitFor();

	const other = await hold(page, /channellist\?guildId=200000000000000002/);
	await page.getByRole('link', { name: 'Restock Radar' }).click();
	await topic.waitFor({ state: 'detached' });
	other.release();
	await select.waitFor();
	expect(await topic.count()).toBe(0);
	expect(problems).toEqual([]);
}, 60_000);

test('an operator adds, edits and folds Nike webhooks by keyboard', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, '/dashboard/settings/nike-shoes', 'Ada');
	await page.getByRole('button', { name: 'Add webhook' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	await dialog.waitFor();
	await page.keyboard.type('lounge');
	await page.keyboard.press('Tab');
	await page.keyboard.type(await webhookUrl(34));
	await dialog.getByLabel('Region').selectOption('GB');
	expect(await dialog.getByLabel('Status').locator('option').allTextContents()).toEqual(['Active', 'Closeout', 'Hold']);
	await dialog.getByLabel('Label').focus();
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	// Of hundreds of lines those in sight are drawn: the filter brings what one looks for into sight.
	await page.getByLabel('Filter by label').fill('lounge');
	const section = page.locator('.lines');
	await section.getByRole('heading', { name: 'Nike United Kingdom' }).waitFor();
	await section.getByText('lounge').waitFor();

	await section.getByRole('button', { name: 'Edit lounge' }).click();
	await section.getByLabel('Webhook URL of lounge').fill(await webhookUrl(33));
	await page.keyboard.press('Enter');
	await section.getByText('…/webhooks/4000…0033/••••').waitFor();

	// A filter opens what it finds; without one a fold stands.
	await page.getByLabel('Filter by label').fill('');
	await section.getByRole('button', { name: /Nike United States/ }).click();
	await page.reload();
	await expect
		.poll(() => page.getByRole('button', { name: /Nike United States/ }).getAttribute('aria-expanded'))
		.toBe('false');
	expect(problems).toEqual([]);
}, 60_000);

test('an operator puts SKUs on the lists and takes them off, with one outcome per monitor', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, '/dashboard/settings/imagemonitor', 'Ada');
	const all = page.locator('form').first();
	await all.getByRole('textbox').fill('136064-122  BV7248-001');
	await all.getByRole('button', { name: 'Add' }).click();
	for (const monitor of ['Monitor #1', 'Monitor #2', 'Monitor #4'])
		await page.getByText(`${monitor}: SKU added successfully`).waitFor();
	const list = page.getByRole('region', { name: 'SKUs on MONITOR2' });
	await list.getByText('136064-122').waitFor();
	await page.getByLabel('Filter MONITOR2').fill('bv7248');
	await list.getByText('136064-122').waitFor({ state: 'detached' });
	await all.getByRole('textbox').fill('136064-122');
	await all.getByRole('button', { name: 'Remove' }).click();
	await page.getByText('Monitor #4: SKU deleted successfully').waitFor();
	expect(problems).toEqual([]);
}, 60_000);

test('a dead webhook says why where it is listed, and its delivery can be sent again once it is saved anew', async () => {
	const { page } = await openPage(browser);
	const [webhook] = await whole.control.createWebhooks({ count: 1 });
	await signIn(page, whole.url, '/dashboard/settings/nike-equipment', 'Ada');
	await page.getByRole('button', { name: 'Add webhook' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Label').fill('doomed');
	await dialog.getByLabel('Webhook URL').fill(webhook!.url);
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await page.getByText('doomed').waitFor();
	await whole.control.deleteWebhook(webhook!.id);
	await page.getByRole('button', { name: 'Test doomed' }).click();
	await page.getByText(/The test is failed\. Discord answered 404: Unknown Webhook/).waitFor();
	await page.reload();
	await page.getByText(/Off: Discord answered 404: Unknown Webhook \[10015\]/).waitFor();
	await page.goto(`${whole.url}/dashboard/settings/deliveries?status=failed`);
	await page.getByRole('button', { name: 'Send "Test message" again' }).click();
	await page.getByText(/Its webhook is off .* Save the webhook again/).waitFor();
}, 60_000);

test('who is not on the access list is told so, and who is no operator sees no console', async () => {
	const mia = await openPage(browser);
	await mia.page.goto(`${whole.url}/dashboard/admin`);
	await mia.page.getByRole('link', { name: /^mia/ }).click();
	await mia.page.getByText(/your account is not on the access list/).waitFor();
	const cleo = await openPage(browser);
	await signIn(cleo.page, whole.url, '/dashboard/settings/nike-shoes', 'Cleo');
	await cleo.page.waitForURL(`${whole.url}/dashboard/client`);
	await cleo.page.getByRole('heading', { name: 'Search SKU Images' }).waitFor();
	expect(await cleo.page.getByRole('link', { name: 'Product Query' }).count()).toBe(0);
	const nobody = await openPage(browser);
	await nobody.page.goto(`${whole.url}/auth?next=/`);
	await nobody.page.getByRole('link', { name: 'Cancel' }).click();
	await nobody.page.getByText(/Signing in did not work/).waitFor();
}, 60_000);

test('signing out ends at the start, and the dashboard asks again who one is', async () => {
	const { page } = await openPage(browser);
	await signIn(page, whole.url, '/dashboard/admin', 'Cleo');
	await page.getByRole('button', { name: 'Account of Cleo' }).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await page.waitForURL(`${whole.url}/`);
	await page.goto(`${whole.url}/dashboard/admin`);
	await page.getByRole('heading', { name: /Dropwire wants to know/ }).waitFor();
}, 60_000);

const SCREENS = [
	'/dashboard/settings/overview',
	'/dashboard/settings/nike-shoes',
	'/dashboard/settings/nike-equipment',
	'/dashboard/settings/nike-refurbished',
	'/dashboard/settings/hp',
	'/dashboard/settings/asics',
	'/dashboard/settings/jdfnl',
	'/dashboard/settings/adidas',
	'/dashboard/settings/imagemonitor',
	'/dashboard/settings/deliveries',
	'/dashboard/settings/skus',
	'/dashboard/settings/productquery',
	'/dashboard/settings/webhooks',
	'/dashboard/settings/access',
	'/dashboard/settings/nothing',
	'/dashboard/client',
	'/dashboard/client/products',
	'/userportal/accesstoken',
	'/freefetcher',
	'/privacy-policy-and-terms',
	'/dashboard/admin',
	guild,
	`${guild}/deliveries`,
	'/',
	'/no/such/page',
];

/** The id of a channel of the guild, added if there is none. */
const anyChannel = (page: Page) =>
	page.evaluate(async (guildId) => {
		const list = await fetch(`/api/channellist?guildId=${guildId}`);
		const { data } = (await list.json()) as { data: { channels: { id: string }[] }[] };
		const found = data.flatMap(({ channels }) => channels)[0];
		if (found) return found.id;
		const added = await fetch('/api/channelinsert', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ guildId, region: 'KR', toolsName: 'Nike Shoes Hold' }),
		});
		return ((await added.json()) as { data: { id: string } }).data.id;
	}, '200000000000000001');

// Colours hang on the theme, the layout on the width: two passes see every one of each, the second what hangs on them. How
// pages look hangs on no database, so one is enough.
test.skipIf(onServer).each([
	[1280, 'dark', undefined],
	[360, 'light', ['color-contrast', 'target-size']],
] as const)(
	'every screen at %i px in the %s theme is accessible, as wide as the screen and without errors',
	async (width, colorScheme, rules) => {
		const { page, problems } = await openPage(browser, { width, colorScheme });
		await signIn(page, whole.url, '/dashboard/settings/nike-shoes', 'Ada');
		for (const path of [...SCREENS, `${guild}/${await anyChannel(page)}`]) {
			await page.goto(`${whole.url}${path}`);
			await page.locator('h1').first().waitFor();
			await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
			// The frame around them is the same for all.
			const within = path.startsWith('/dashboard/') && path !== SCREENS[0] ? { within: 'main' } : {};
			expect({ path, ...(await examine(page, { rules, ...within })) }).toEqual({ path, violations: [], beyond: [] });
			// Each says in the browser's tab which one it is.
			if (path !== '/') expect(await page.title()).toMatch(/^\S.* · Dropwire$/);
		}
		expect(problems).toEqual([]);
	},
	240_000,
);
