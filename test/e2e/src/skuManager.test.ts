import { expect, test } from 'vitest';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const settings = '/dashboard/settings';

test('an operator puts SKUs on the lists and takes them off, with one outcome per monitor', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/imagemonitor');
	const all = page.locator('form').first();
	await all.getByRole('textbox').fill('136064-122  BV7248-001');
	await all.getByRole('button', { name: 'Add' }).click();
	for (const monitor of ['Monitor #1', 'Monitor #2', 'Monitor #4'])
		await page.getByText(`${monitor}: SKU added successfully`).waitFor();
	await page.getByRole('link', { name: /^Monitor #2/ }).click();
	const list = page.getByRole('region', { name: 'SKUs on MONITOR2' });
	await list.getByText('136064-122').waitFor();
	await page.getByLabel('Filter MONITOR2').fill('bv7248');
	await list.getByText('136064-122').waitFor({ state: 'detached' });
	await all.getByRole('textbox').fill('136064-122');
	await all.getByRole('button', { name: 'Remove' }).click();
	await page.getByText('Monitor #4: SKU deleted successfully').waitFor();
	expect(problems).toEqual([]);
});

test('the SKU manager has the list of Adidas Hot #1', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/imagemonitor`);
	await page.getByRole('link', { name: /^Adidas Hot #1/ }).click();
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
	await card.getByLabel('Select GW3773').check();
	await card.getByLabel('Select HQ4199').check();
	await card.getByRole('button', { name: 'Remove selected of ADIDASHOT1' }).click();
	await page.getByText('Removed 2 SKUs').waitFor();
	for (const sku of ['GW3773', 'HQ4199']) await list.getByText(sku).waitFor({ state: 'detached' });
	expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1);
	await page.getByRole('button', { name: 'Undo' }).click();
	await list.getByText('GW3773').waitFor();

	await page.getByRole('button', { name: 'Import and export' }).click();
	const bulk = page.getByRole('dialog', { name: 'Import and export SKUs' });
	await bulk.getByRole('textbox', { name: 'Rows' }).fill('type,sku\nADIDASHOT1,IE0001\nADIDASHOT1,GW3773\n');
	await bulk.getByRole('button', { name: 'Preview changes' }).click();
	await bulk.getByText('1 added').waitFor();
	await bulk.getByRole('button', { name: 'Apply 2 rows' }).click();
	await bulk.getByText('Done: 1 added, 0 changed, 0 removed, 1 unchanged.').waitFor();
	await page.keyboard.press('Escape');
	await list.getByText('IE0001').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400 .*adidasskus/)]);
});
