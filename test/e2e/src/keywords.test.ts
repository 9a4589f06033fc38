import { expect, test } from 'vitest';
import { expectAccessible } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture({ SEARCH_INTERVAL_MS: '1000' });

test('a keyword watch finds products, which one click puts on its list', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/keywords');
	await page.getByText('No watches yet. Add one above.').waitFor();
	await page.getByText('Nothing found: there is no watch.').waitFor();
	await page.getByLabel('Source').selectOption('ADIDAS');
	await page.getByLabel('Words or phrases').fill('superstar, samba og');
	await page.getByLabel('Without').fill('kids');
	await page.getByLabel('Highest price').fill('150');
	// Another screen keeps what is typed.
	await page.getByRole('link', { name: 'Coverage', exact: true }).click();
	await page.getByRole('heading', { name: 'Coverage' }).waitFor();
	await page.getByRole('link', { name: 'Keywords', exact: true }).click();
	expect(await page.getByLabel('Words or phrases').inputValue()).toBe('superstar, samba og');
	expect(await page.getByLabel('Source').inputValue()).toBe('ADIDAS');
	await page.getByRole('button', { name: 'Try', exact: true }).click();
	await page.getByText('2 products match now.').waitFor();
	await expectAccessible(page);
	// The answer to a trial is not shown for words that were typed in the meantime.
	const answered = Promise.withResolvers<void>();
	await page.route('**/api/keywordtry', async (route) => {
		await answered.promise;
		await route.fulfill({ json: { data: { matches: 1, problem: null, products: [] } } });
	});
	await page.getByRole('button', { name: 'Try', exact: true }).click();
	await page.getByLabel('Words or phrases').fill('samba og');
	answered.resolve();
	await page.getByRole('button', { name: 'Try', exact: true }).and(page.locator(':not([aria-disabled])')).waitFor();
	await expect.poll(() => page.getByText(/match(es)? now/).count()).toBe(0);
	await page.getByLabel('Words or phrases').fill('superstar, samba og');

	await page.getByLabel('Words or phrases').press('Enter');
	await page.getByText('Watch added.').waitFor();
	const watches = page.getByRole('region', { name: 'Watches' });
	await watches.getByText('superstar, samba og · without kids · up to 150').waitFor();
	await watches.getByText('1 of at most 100').waitFor();
	await watches.getByRole('cell', { name: / ago$|^now$/ }).waitFor({ timeout: 30_000 });
	await fixture.control.addShopProduct({ shop: 'adidas', product: { sku: 'JF0001', title: 'Samba OG White' } });
	const found = page.getByRole('region', { name: 'Found' });
	await found.getByText('Samba OG White', { exact: true }).waitFor({ timeout: 30_000 });
	await found.getByRole('button', { name: 'Put on ADIDASHOT1: Samba OG White' }).click();
	await found.getByText('On ADIDASHOT1').waitFor();
	await expectAccessible(page);

	await page.getByRole('button', { name: /^Remove the watch for superstar/ }).click();
	await watches.getByText('No watches yet. Add one above.').waitFor();
	await page.getByRole('button', { name: 'Undo' }).click();
	await watches.getByText('superstar, samba og').waitFor();
	expect(problems).toEqual([]);
});

test('the check of a source shows what it reads at the real shop', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/coverage?brand=ADIDAS');
	await page.getByRole('button', { name: 'Check the real shop: ADIDAS' }).click();
	const check = page.getByRole('region', { name: 'Check of ADIDAS' });
	await check.getByText('EG4959').waitFor();
	await check.getByText(/sizes: \d+ in stock, \d+ out of stock, 0 unknown/).waitFor();
	await expectAccessible(page);
	await fixture.control.failAdidas({ times: 'forever', fault: { accessDenied: true } });
	await page.getByRole('button', { name: 'Check the real shop: ADIDAS' }).click();
	await check.getByText(/adidas answered 403/).waitFor();
	expect(problems).toEqual([]);
});
