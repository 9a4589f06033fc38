import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SANDBOX_USERS, type SandboxUserName } from '@dropwire/sandbox';
import { callBehind } from './browser.ts';
import { CHANGES_POLL_MS, useFixture } from './fixture.ts';
import { keepsFocus, tabTo } from './keys.ts';
import { expectAccessible } from './looks.ts';
import { downloaded, searchMirrors, searchSku } from './pictures.ts';

/** The way of each kind of user, from a visitor's first click on the landing page. */

const fixture = useFixture({ POLL_INTERVAL_MS: CHANGES_POLL_MS });
const settings = '/dashboard/settings';

/** Opens the landing page as a visitor, who signs in from there. */
async function arrive(name: string) {
	const visitor = await fixture.open();
	await visitor.page.goto(fixture.url);
	await visitor.page.getByRole('banner').getByRole('link', { name: 'Client Dashboard' }).click();
	await visitor.page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
	return visitor;
}

/** Puts a person on the access list, with a role. Somebody who is on it gets the role. */
async function admit(person: SandboxUserName, role: 'editor' | 'premium'): Promise<void> {
	const discordIds = [SANDBOX_USERS[person].id];
	await fixture.call('Ada', '/api/bulk/users', { discordIds, roles: [role], existing: 'update' });
}

const expectMenu = (page: Page, menu: string[]) =>
	expect.poll(() => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual(menu);

/** A tool of the home page. */
const tool = (page: Page, name: string) => page.getByRole('list', { name: 'Tools' }).getByRole('link', { name });

test('a person without access becomes a reseller, whose tools are five clicks from the landing page', async () => {
	const nobody = await fixture.open();
	await nobody.page.goto(fixture.url);
	await nobody.page.getByRole('banner').getByRole('link', { name: 'Client Dashboard' }).click();
	await nobody.page.getByRole('link', { name: 'Cancel' }).click();
	await nobody.page.getByText(/You canceled the sign-in/).waitFor();

	const { page } = await arrive('mia');
	await page.getByText(/your account is not on the access list/).waitFor();
	await page.getByLabel('Reseller').check();
	await page.getByLabel('Note').fill('I resell.');
	await page.getByRole('button', { name: 'Request access' }).click();
	await page.getByRole('heading', { name: 'Your request is open' }).waitFor();
	await expectAccessible(page);
	const ada = await fixture.as('Ada', `${settings}/access`);
	await ada.page.getByText('Reseller', { exact: true }).waitFor();
	await ada.page.getByRole('button', { name: 'Approve mia' }).click();
	const dialog = ada.page.getByRole('dialog');
	await dialog.getByLabel('Plan').fill('Pro');
	await dialog.getByRole('button', { name: 'Approve' }).click();
	await ada.page.getByText(/^mia.* has access/).waitFor();
	await ada.page.getByRole('row', { name: /mia.*Pro/ }).waitFor();

	// Without reloading.
	await page.getByRole('heading', { name: 'You have access' }).waitFor();
	await page.getByRole('link', { name: 'Open Dropwire' }).click();
	await page.getByRole('heading', { name: 'Home' }).waitFor();
	await expectMenu(page, ['Home', 'Servers', 'Products', 'Releases', 'Watches', 'SKU images', 'Extension', 'Account']);
	// Somebody who manages no server has nothing to set up.
	await page.goto(`${fixture.url}/dashboard/admin`);
	await page.waitForURL(`${fixture.url}/dashboard`);
	const menu = page.getByRole('navigation', { name: 'Main' });
	await tool(page, 'Product query').click();
	await page.getByRole('button', { name: 'Ask for Premium' }).click();
	await page.getByText('Your request for Premium is open.').waitFor();
	await menu.getByRole('link', { name: 'SKU images' }).click();
	await page.getByRole('heading', { name: 'Search SKU Images' }).waitFor();
	await searchMirrors(page, 'CK9246-101');
	// The tools of an editor, and the fourth mirror of an operator, are not hers.
	for (const name of [/^Edit/, 'Image Parameters'])
		await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0);
	await expect.poll(() => page.getByRole('heading', { name: 'Mirror #4' }).count()).toBe(0);
	await page.goto(`${fixture.url}${settings}/nike-shoes`);
	await page.waitForURL(`${fixture.url}/dashboard/client`);

	await admit('mia', 'premium');
	// Answers about a SKU are kept for a while; the other journeys need those of another one.
	await page.goto(fixture.url);
	let clicks = 0;
	const click = (target: Locator) => {
		clicks++;
		return target.click();
	};
	await click(page.getByRole('banner').getByRole('link', { name: 'Client Dashboard' }));
	await click(tool(page, 'Product query'));
	await page.getByRole('heading', { name: 'Search Product' }).waitFor();
	await searchSku(page, 'BV7114-001');
	await page
		.getByRole('article', { name: /in United States$/ })
		.getByText('BV7114-001')
		.first()
		.waitFor();
	await expectAccessible(page);
	await click(menu.getByRole('link', { name: 'SKU images' }));
	await page.getByRole('heading', { name: 'Search SKU Images' }).waitFor();
	await searchSku(page, 'BV7114-001');
	await click(page.getByRole('button', { name: /^Download BV7114-001/ }).first());
	const save = page.getByRole('dialog').getByRole('button', { name: 'Download' });
	const { name, size } = await downloaded(page, () => click(save));
	expect([name, Math.min(...size) >= 400]).toEqual(['image.jpg', true]);
	expect(clicks).toBe(5);
});

test('a premium client queries a product in all regions and saves its picture', async () => {
	await admit('pia', 'premium');
	const { page, problems } = await arrive('Pia');
	await page.goto(`${fixture.url}/dashboard`);
	await tool(page, 'Product query').click();
	await fixture.control.failNike({ region: 'FR', times: 'forever', fault: { accessDenied: true } });
	const sku = page.getByLabel('SKU');
	await sku.focus();
	await page.keyboard.type('HF3976-001');
	await page.keyboard.press('Enter');
	const card = page.getByRole('article', { name: /in United States$/ });
	await card.getByText('HF3976-001').first().waitFor();
	await keepsFocus(sku);
	await expectAccessible(page);
	await page.getByText('No answer from France').waitFor();
	await page.getByLabel('Currency of converted prices').selectOption('EUR');
	await page.getByRole('row', { name: /Japan/ }).getByText(/^≈ €/).waitFor();
	await fixture.control.healNike();

	// A picture is saved by keyboard alone.
	const first = card.getByRole('button', { name: 'Download picture 1 of HF3976-001 in US' });
	await sku.focus();
	await tabTo(page, first, { within: 40 });
	await page.keyboard.press('Enter');
	const field = page.getByRole('dialog').getByLabel('File name');
	await keepsFocus(field);
	const { name } = await downloaded(page, () => page.keyboard.press('Enter'));
	expect(name).toBe('image_HF3976-001_1.png');
	await field.waitFor({ state: 'detached' });
	await keepsFocus(first);

	const ask = () => card.getByRole('button', { name: 'Download picture 2 of HF3976-001 in US' }).click();
	const dialog = page.getByRole('dialog', { name: 'Enter the file name' });
	await ask();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await dialog.waitFor({ state: 'detached' });
	await ask();
	expect(await dialog.getByLabel('File name').inputValue()).toBe('image_HF3976-001_2');
	await dialog.getByLabel('File name').fill('night drop');
	// The shop's original: its size, its gray background, and PNG.
	const picture = { type: 'png', size: [400, 400], corner: [246, 246, 246, 255] };
	const press = () => dialog.getByRole('button', { name: 'Download' }).click();
	expect(await downloaded(page, press)).toEqual({ name: 'night drop.png', ...picture });
	await searchSku(page, 'NONE-000');
	await page.getByText('NONE-000 was not found in any region').waitFor();
	expect(problems).toEqual([]);
});

test('an editor has the tools to crop pictures', async () => {
	await admit('eve', 'editor');
	const { page, problems } = await arrive('Eve');
	await page.goto(`${fixture.url}/dashboard/client`);
	await page.getByRole('heading', { name: 'Image Parameters' }).waitFor();
	await searchSku(page, 'CK9246-101');
	await page.getByRole('button', { name: 'Edit CK9246-101, view A' }).waitFor();
	expect(problems).toEqual([]);
});

test('an operator adds webhooks and sees who got a change and why', async () => {
	const { page, problems } = await arrive('Ada');
	await page.goto(`${fixture.url}${settings}/overview`);
	const sections = page.getByRole('navigation', { name: 'Sections' });
	await sections.getByRole('link', { name: /^Image Monitor/ }).click();
	await page.getByLabel('SKUs or product links').fill('https://www.nike.com/t/x/DD1391-100');
	await page.keyboard.press('Enter');
	await page.getByText('Monitor #4: SKU added successfully').waitFor();

	const [alpha, beta] = await fixture.control.createWebhooks({ count: 2 });
	await sections.getByRole('link', { name: 'Nike Shoes' }).click();
	await page.getByRole('button', { name: 'Add webhook' }).click();
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	await dialog.getByLabel('Label').fill('Cook Group');
	await dialog.getByLabel('Webhook URL').fill(alpha!.url);
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await dialog.waitFor({ state: 'detached' });
	const topic = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' };
	const rows = [{ action: 'SET', ...topic, label: 'Resell Lab', value: beta!.url, options: '{"kinds":["LIVE"]}' }];
	await callBehind(page, '/api/bulk/webhooks', { dryRun: false, rows });
	await fixture.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice: 220, fullPrice: 230 } });

	await sections.getByRole('link', { name: 'Events' }).click();
	const event = page.getByRole('row').filter({ hasText: 'Nike Shoes Active · US' });
	await event.getByRole('link').first().click();
	await page.waitForURL(/settings\/events\/\d+$/);
	await page.getByRole('row', { name: /^Price .*220/ }).waitFor();
	const got = page.getByRole('region', { name: 'Delivered to', exact: true });
	await got.getByRole('listitem').filter({ hasText: 'Cook Group' }).getByText('sent').waitFor();
	await expect.poll(() => got.getByText('Resell Lab').count()).toBe(0);
	const without = page.getByRole('region', { name: 'Not delivered to' }).getByRole('listitem');
	await without.filter({ hasText: 'Resell Lab' }).getByText('PRICE; wanted: LIVE').waitFor();
	await expect.poll(() => without.filter({ hasText: 'Cook Group' }).count()).toBe(0);
	await expectAccessible(page);

	await sections.getByRole('link', { name: 'Deliveries' }).click();
	await page.getByLabel('Label or webhook').fill('cook');
	await page.waitForURL(/webhook=cook/);
	await page
		.getByText(/^\d+ of \d+ sent/)
		.first()
		.waitFor();
	await Promise.all([
		page.waitForResponse((response) => /\/api\/deliveries\?.*webhook=cook/.test(response.url())),
		page
			.getByRole('button', { name: /^Show the deliveries of/ })
			.first()
			.click(),
	]);
	await page.getByRole('listitem').filter({ hasText: 'Cook Group' }).first().waitFor();
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Export CSV' }).click(),
	]);
	expect(file.suggestedFilename()).toBe('deliveries.csv');
	await expectAccessible(page);

	await sections.getByRole('link', { name: 'SKU images' }).click();
	// Deliveries has a field for a SKU, too.
	await page.getByRole('heading', { name: 'Search SKU Images' }).waitFor();
	await fixture.control.failNike({ times: 'forever', fault: { accessDenied: true } });
	await searchSku(page, 'HF3976-001');
	await page.getByText('Nike shop page and Nike shop page, large did not answer for every picture').waitFor();
	await fixture.control.healNike();
	await page.getByRole('button', { name: 'Search again' }).click();
	await page.getByText('By mirror', { exact: true }).click();
	await page.getByRole('heading', { name: 'Mirror #4' }).waitFor();
	await page.getByRole('button', { name: 'Download HF3976-001 1, Mirror #1' }).click();
	const save = page.getByRole('dialog').getByRole('button', { name: 'Download' });
	expect(await downloaded(page, () => save.click())).toMatchObject({ name: 'image.png', type: 'png' });
	expect(problems).toEqual([]);
});
