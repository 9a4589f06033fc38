import { expect, test } from 'vitest';
import { examine } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const settings = '/dashboard/settings';

const LISTS = [
	['ASICS', 'Product link', 'https://www.asics.com/p/1201A019.html'],
	['JD', 'Product link', 'https://www.jdsports.com/product/1'],
	['FNL', 'Product link', 'https://www.finishline.com/product/1'],
	['JD/FNL', 'SKU', 'DD1391-100'],
	['Adidas', 'SKU', 'GW3773'],
] as const;

test('each hot list takes the link or the SKU that it is of, and gives it back', async () => {
	const { page, problems } = await stage.as('Ada', `${settings}/hotsku`, { clock: true });
	for (const [name, field, value] of LISTS) {
		const card = page.getByRole('region', { name, exact: true });
		const list = card.getByRole('region', { name: `On the list of ${name}` });
		await list.getByText('Nothing on this list.').waitFor();
		await card.getByLabel(`${field} for ${name}`).fill(value);
		await page.keyboard.press('Enter');
		await card.getByText('SKU added successfully').waitFor();
		await list.getByText(/^Added/).waitFor();
		await page.clock.fastForward(3000);
		await card.getByText('SKU added successfully').waitFor({ state: 'detached' });
		await card.getByLabel(`${field} for ${name}`).fill(value);
		await card.getByRole('button', { name: 'Remove', exact: true }).click();
		await card.getByText('SKU deleted successfully').waitFor();
		await list.getByText('Nothing on this list.').waitFor();
	}
	expect(problems).toEqual([]);
}, 60_000);

test('New Balance needs SKU and link; refusals stay beside the field; rows go together, with a way back', async () => {
	const { page, problems } = await stage.as('Ada', `${settings}/hotsku`, { colorScheme: 'light', clock: true });
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
	await page.clock.fastForward(8000);
	await page.getByText('Removed M990GL6').waitFor({ state: 'detached' });
	await page.reload();
	await list.getByText('Nothing on this list.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^409/), expect.stringMatching(/^404/)]);
}, 90_000);
