import { expect, test } from 'vitest';
import { searchSku, downloaded } from './pictures.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('a product is shown per region, and a region that does not answer is named', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/productquery');
	await fixture.control.failNike({ region: 'FR', times: 'forever', fault: { accessDenied: true } });
	await searchSku(page, 'HF3976-001');
	const card = page.getByRole('article', { name: /in United States$/ });
	await card.getByText('HF3976-001').first().waitFor();
	await page.getByText('No answer from France').waitFor();
	await fixture.control.healNike();
	await searchSku(page, 'NONE-000');
	await page.getByText('NONE-000 was not found in any region').waitFor();
	expect(problems).toEqual([]);
});

test('a picture of a product is saved under the name that is asked for, or under its own', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/productquery');
	await searchSku(page, 'HF3976-001');
	const card = page.getByRole('article', { name: /in United States$/ });
	const dialog = page.getByRole('dialog', { name: 'Enter the file name' });
	const press = () => dialog.getByRole('button', { name: 'Download' }).click();
	const ask = () => card.getByRole('button', { name: 'Download picture 2 of HF3976-001 in US' }).click();
	await ask();
	expect(await dialog.getByLabel('File name').inputValue()).toBe('image_HF3976-001_2');
	// The shop's original: its size, its gray background, and PNG.
	const picture = { type: 'png', size: [400, 400], corner: [246, 246, 246, 255] };
	expect(await downloaded(page, press)).toEqual({ name: 'image_HF3976-001_2.png', ...picture });
	await ask();
	await dialog.getByLabel('File name').fill('night drop');
	expect(await downloaded(page, press)).toEqual({ name: 'night drop.png', ...picture });
	await ask();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await dialog.waitFor({ state: 'detached' });
	expect(problems).toEqual([]);
});
