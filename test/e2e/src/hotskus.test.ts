import { expect, test } from 'vitest';
import { examine } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const settings = '/dashboard/settings';

const LISTS = [
	['ASICS', 'Product link', 'https://www.asics.com/p/1201A019.html'],
	['JD', 'Product link', 'https://www.jdsports.com/product/1?styleId=DZ5485&colorId=612'],
	['FNL', 'Product link', 'https://www.finishline.com/product/1?styleId=DZ5485&colorId=612'],
	['JD/FNL', 'SKU', 'DD1391-100'],
	['Adidas', 'SKU', 'GW3773'],
] as const;

test('a link or a SKU is added to each hot list, and removed', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/hotsku`, { clock: true });
	for (const [name, field, value] of LISTS) {
		await page
			.getByRole('navigation', { name: 'Lists' })
			.getByRole('link')
			.filter({ hasText: new RegExp(`^${name} ?\\d*$`) })
			.click();
		const card = page.getByRole('region', { name, exact: true });
		const list = card.getByRole('region', { name: `SKUs on ${name}` });
		await list.getByText('No SKUs yet.').waitFor();
		await card.getByLabel(`${field} for ${name}`).fill(value);
		await page.keyboard.press('Enter');
		await card.getByText('SKU added successfully').waitFor();
		await list.getByText(/^Added/).waitFor();
		await page.clock.fastForward(3000);
		await card.getByText('SKU added successfully').waitFor({ state: 'detached' });
		await card.getByLabel(`${field} for ${name}`).fill(value);
		await card.getByRole('button', { name: 'Remove', exact: true }).click();
		await card.getByText('SKU deleted successfully').waitFor();
		await list.getByText('No SKUs yet.').waitFor();
	}
	expect(problems).toEqual([]);
});

test('New Balance needs SKU and link; errors are shown beside the field; rows are removed together, with Undo', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/hotsku`, { colorScheme: 'light', clock: true });
	await page
		.getByRole('navigation', { name: 'Lists' })
		.getByRole('link', { name: /^New Balance/ })
		.click();
	const card = page.getByRole('region', { name: 'New Balance', exact: true });
	const sku = card.getByLabel('SKU for New Balance');
	const link = card.getByLabel('Product link for New Balance');
	await sku.fill('M990GL6');
	await card.getByRole('button', { name: 'Add' }).click();
	expect(await link.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
	await link.fill('https://www.newbalance.com/990');
	await card.getByRole('button', { name: 'Add' }).click();
	await card.getByText('SKU added successfully').waitFor();
	const list = card.getByRole('region', { name: 'SKUs on New Balance' });
	await list.getByRole('link', { name: 'newbalance.com/990' }).waitFor();

	await sku.fill('m990gl6');
	await link.fill('https://www.newbalance.com/990');
	await card.getByRole('button', { name: 'Add' }).click();
	await card.getByText('Error: This is already on the list: M990GL6.').waitFor();
	expect((await examine(page)).violations).toEqual([]);
	await sku.fill('OTHER');
	await card.getByRole('button', { name: 'Remove', exact: true }).click();
	await card.getByText('Error: This is not on the list: OTHER.').waitFor();

	await card.getByLabel('Filter New Balance').fill('nothing');
	await list.getByText('No SKU matches the filter.').waitFor();
	await card.getByLabel('Filter New Balance').fill('990gl');
	await card.getByLabel('Select M990GL6').check();
	await card.getByRole('button', { name: 'Remove selected of New Balance' }).click();
	await list.getByText('M990GL6').waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	await list.getByText('M990GL6').waitFor();
	await list.getByRole('button', { name: 'Remove M990GL6' }).click();
	await page.getByText('Removed M990GL6').waitFor();
	await page.clock.fastForward(8000);
	await page.getByText('Removed M990GL6').waitFor({ state: 'detached' });
	await page.reload();
	await list.getByText('No SKUs yet.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^409/), expect.stringMatching(/^404/)]);
});
