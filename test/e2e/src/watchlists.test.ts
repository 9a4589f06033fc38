import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectBothLooks } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const settings = '/dashboard/settings';
const NEW_BALANCE = 'https://www.newbalance.com/990';

/** The field of a screen, what it does, and its lists. */
function screenOf(page: Page) {
	return {
		field: page.getByLabel('SKUs or product links'),
		add: page.getByRole('button', { name: 'Add', exact: true }),
		remove: page.getByRole('button', { name: 'Remove', exact: true }),
		tab: (name: string) =>
			page
				.getByRole('navigation', { name: 'Lists' })
				.getByRole('link')
				.filter({ hasText: new RegExp(`^${name} ?\\d*$`) }),
		list: (name: string) => page.getByRole('region', { name: `SKUs on ${name}` }),
	};
}

test('SKUs of two brands are added to their lists, with one outcome each', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/imagemonitor`, { clock: true });
	const { add, field, list, remove, tab } = screenOf(page);
	await fixture.control.failNike({ region: 'US', times: 'forever', fault: { accessDenied: true } });
	// The page reads the list every ten seconds.
	const silent = page.getByText(/^No answer from US/).first();
	await expect.poll(() => page.clock.fastForward(10_000).then(() => silent.isVisible())).toBe(true);
	await expectBothLooks(page, '.watched:has(.entries .row-note.bad)');
	await fixture.control.healNike();
	await page.getByLabel('Filter MONITOR1').fill('no such SKU');
	await expectBothLooks(page, '[aria-label="SKUs on MONITOR1"]:has(.empty)');
	await page.getByLabel('Filter MONITOR1').fill('');
	await page.getByLabel('Select CK9246-101').first().check();
	await page.getByLabel('Select all of MONITOR1').check();
	await page.getByRole('button', { name: 'Remove selected of MONITOR1' }).click();
	await page.getByRole('button', { name: 'Undo' }).click();

	await field.fill('136064-122  BV7248-001, https://www.adidas.com/us/samba/gw3773.html HQ4199');
	await page.getByText('Adidas SKU GW3773, for Adidas Hot #1').waitFor();
	await page.route('**/api/bulk/skus', (route) => route.abort());
	await add.click();
	await expectBothLooks(page, 'form:has(.banner.bad)');
	await page.unroute('**/api/bulk/skus');
	await add.click();
	for (const name of ['Monitor #1', 'Monitor #2', 'Monitor #4', 'Adidas Hot #1'])
		await page.getByText(`${name}: SKU added successfully (2 added: `).waitFor();
	await expectBothLooks(page, 'form:has(.banner.good)');
	await tab('Monitor #2').click();
	await list('MONITOR2').getByText('136064-122').waitFor();
	await page.getByLabel('Filter MONITOR2').fill('bv7248');
	await list('MONITOR2').getByText('136064-122').waitFor({ state: 'detached' });
	await field.fill('136064-122');
	await remove.click();
	await page.getByText('Monitor #4: SKU deleted successfully').waitFor();
	await expectBothLooks(page, 'form:has(.banner.good)');
	const form = page.locator('form').first();
	await form.getByText('Regions:').click();
	await form.getByLabel('JP').check();
	await field.fill('BV7248-001; nope');
	await form.getByText('no known pattern').waitFor();
	await form.getByText(/takes \d/).waitFor();
	await expectBothLooks(page, 'form:has(.entry-hint p)');
	await field.fill('STATE1-001');
	await add.click();
	await page.getByText(/Monitor #4: SKU added successfully \(1 added: STATE1-001/).waitFor();

	await tab('Adidas Hot #1').click();
	await page.getByLabel('List', { exact: true }).selectOption('Adidas Hot #1');
	const adidas = page.getByLabel('Enter the SKU (Adidas Hot #1)');
	await adidas.fill(`GW3773 ${'X'.repeat(65)}`);
	await add.click();
	await page.getByText('Change or remove the entries marked below.').waitFor();
	await expectBothLooks(page, 'form:has([id$=error])');
	await adidas.fill('GW3773');
	await add.click();
	await page.getByText('No change. 0 added; already on the list: GW3773').waitFor();
	await page.getByLabel('Select GW3773').check();
	await page.getByLabel('Select HQ4199').check();
	await page.getByRole('button', { name: 'Remove selected of ADIDASHOT1' }).click();
	await page.getByText('Removed 2 SKUs').waitFor();
	for (const sku of ['GW3773', 'HQ4199']) await list('ADIDASHOT1').getByText(sku).waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	await list('ADIDASHOT1').getByText('GW3773').waitFor();
	// A removal that could still be undone is final once the SKU is added again.
	await list('ADIDASHOT1').getByRole('button', { name: 'Remove GW3773' }).click();
	await adidas.fill('GW3773');
	await add.click();
	// What is typed while the call runs is kept.
	await adidas.fill('HQ4199');
	await page.getByText('SKU added successfully (1 added: GW3773)').waitFor();
	expect(await adidas.inputValue()).toBe('HQ4199');
	await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);

	await page.getByRole('button', { name: 'Import and export' }).click();
	const bulk = page.getByRole('dialog', { name: 'Import and export SKUs' });
	await bulk.getByRole('textbox', { name: 'Rows' }).fill('type,sku\nADIDASHOT1,IE0001\nADIDASHOT1,GW3773\n');
	await bulk.getByRole('button', { name: 'Preview changes' }).click();
	await bulk.getByText('1 added').waitFor();
	await bulk.getByRole('button', { name: 'Apply 2 rows' }).click();
	await bulk.getByText('Done: 1 added, 0 changed, 0 removed, 1 unchanged.').waitFor();
	await page.keyboard.press('Escape');
	await list('ADIDASHOT1').getByText('IE0001').waitFor();
	expect(problems).toEqual([]);
});

test('pasted links and SKUs are added to the hot lists of their shops', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/hotsku`, { clock: true });
	const { add, field, list, remove, tab } = screenOf(page);
	const lists = {
		ASICS: 'https://www.asics.com/p/1201A019.html',
		JD: 'https://www.jdsports.com/product/1?styleId=DZ5485&colorId=612',
		FNL: 'https://www.finishline.com/product/1?styleId=DZ5485&colorId=612',
		'JD/FNL': 'DD1391-100',
		Adidas: 'GW3773',
		'New Balance': `M990GL6 ${NEW_BALANCE}`,
	};
	await list('ASICS').getByText('No SKUs yet.').waitFor();
	await field.fill('M990GL6');
	await page.getByText('needs its product link').waitFor();
	await field.fill(Object.values(lists).join('\n'));
	await add.click();
	for (const name of Object.keys(lists)) await page.getByText(new RegExp(`^${name}: SKU added successfully`)).waitFor();
	await page.clock.fastForward(3000);
	await page.getByText('SKU added successfully').first().waitFor({ state: 'detached' });
	for (const name of Object.keys(lists)) {
		await tab(name).click();
		await list(name)
			.getByText(/^Added/)
			.waitFor();
	}
	await list('New Balance').getByRole('link', { name: 'newbalance.com/990' }).waitFor();
	await expectAccessible(page);

	await page.getByLabel('Filter New Balance').fill('nothing');
	await list('New Balance').getByText('No SKU matches the filter.').waitFor();
	await page.getByLabel('Filter New Balance').fill('');
	await list('New Balance').getByRole('button', { name: 'Remove M990GL6' }).click();
	await page.getByText('Removed M990GL6').waitFor();
	await page.clock.fastForward(8000);
	await page.getByText('Removed M990GL6').waitFor({ state: 'detached' });
	await field.fill('M990GL6 GW3773');
	await remove.click();
	await page.getByText('New Balance: No change. 0 removed; not on the list: M990GL6').waitFor();
	await page.getByText('Adidas: SKU deleted successfully').waitFor();
	await page.reload();
	await tab('Adidas').click();
	await list('Adidas').getByText('No SKUs yet.').waitFor();
	expect(problems).toEqual([]);
});

test('a tested link is added to the list of its shop', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/links`);
	const { add, field, list, remove, tab } = screenOf(page);
	const link = `${fixture.sandboxUrl}/retail/shop/t/dunk/CK9246-101`;
	await field.fill(`${link}?utm_source=mail`);
	await page.getByRole('button', { name: 'Test this link' }).click();
	await page.getByText(/read as schema\.org page · the shop states availability per size/).waitFor();
	await page
		.getByRole('list', { name: 'Sizes' })
		.getByText(/: (in stock|out of stock)/)
		.first()
		.waitFor({ state: 'attached' });
	await list('Links').getByText('No SKUs yet.').waitFor();
	await field.fill(`${fixture.sandboxUrl}/none`);
	await page.getByRole('button', { name: 'Test this link' }).click();
	await page.getByText('Cannot be read (gone): The shop answered 404.').waitFor();

	await field.fill(`${link}#sizes 7Z5A1UA#ABA`);
	await page.getByText('HP SKU, for HP').waitFor();
	await page.keyboard.press('Enter');
	await page.getByText('HP: SKU added successfully').waitFor();
	await list('Links').getByText(link.replace('http://', '')).waitFor();
	await field.fill(`${link}?gclid=1`);
	await remove.click();
	await page.getByText('SKU deleted successfully').waitFor();
	await list('Links').getByText('No SKUs yet.').waitFor();
	await tab('HP').click();
	await list('HP')
		.getByText(/its link is not known yet/)
		.waitFor();
	await expect.poll(() => add.isEnabled()).toBe(true);
	expect(problems).toEqual([]);
});
