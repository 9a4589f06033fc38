import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { CHANGES_POLL_MS, useFixture } from './fixture.ts';
import { keepsFocus } from './keys.ts';
import { expectBothLooks } from './looks.ts';

const fixture = useFixture({ POLL_INTERVAL_MS: CHANGES_POLL_MS });
const SKU = 'CK9246-101';

test('a client finds a product by words and reads its history as a chart and as a table', async () => {
	const { page, problems } = await fixture.as('Cleo', '/products');
	const pointsOf = async () => {
		const answer = await callBehind(page, `/api/history?brand=NIKE&sku=${SKU}&region=US`);
		return (answer as { data: { points: { price: number | null }[] } }).data.points;
	};
	await page.getByRole('link', { name: /^Air Jordan 3 Retro/ }).waitFor();
	await fixture.control.setProduct({ sku: SKU, region: 'US', change: { currentPrice: 151 } });
	await expect.poll(async () => (await pointsOf()).at(-1)?.price).toBe(15_100);

	await page.getByLabel('Search products').fill('retro jord');
	await page.waitForURL(/q=retro/);
	await page.getByRole('link', { name: 'HP OmniBook X 14' }).waitFor({ state: 'detached' });
	await expectBothLooks(page);
	await page.getByRole('link', { name: /^Air Jordan 3 Retro/ }).click();
	await page.waitForURL(`**/products/NIKE/${SKU}`);
	const chart = page.getByRole('slider', { name: /^Price in US/ });
	await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('$151.00, full price $205.00');
	await expectBothLooks(page);

	await chart.focus();
	await page.keyboard.press('Home');
	await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('$205.00');
	await page.getByRole('button', { name: 'As a table' }).press('Enter');
	await expect.poll(() => page.getByRole('row').filter({ hasText: '$151.00, full price $205.00' }).count()).toBe(1);
	await expectBothLooks(page);
	await page.goto(`${fixture.url}/products/NIKE/NOTHING-1`);
	await page.getByText('Dropwire has never seen this product of Nike.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^404 .*catalogue\/entry/)]);
});

test('a member without access searches the catalogue, and reads what needs access or Premium', async () => {
	const { page, problems } = await fixture.as('mia', '/products');
	await page.getByRole('link', { name: /^Air Jordan 3 Retro/ }).click();
	await page.getByRole('table', { name: /^Air Jordan 3 Retro.* by region$/ }).waitFor();
	await page.getByText('Price and stock over time need access.').waitFor();
	await expectBothLooks(page);
	const tabs = page.getByRole('navigation', { name: 'About this product' });
	await tabs.getByRole('link', { name: 'In-store stock' }).press('Enter');
	await page.getByText(/stores near you.*needs Premium/).waitFor();
	await tabs.getByRole('link', { name: 'Resale' }).press('Enter');
	await page.getByText(/resale markets.*needs Premium/).waitFor();
	const menu = page.getByRole('navigation', { name: 'Main' });
	await expect
		.poll(() => menu.getByRole('link').allInnerTexts())
		.toEqual(['Products', 'Releases', 'Watches', 'Account', 'Request access']);
	await page.getByRole('main').getByRole('link', { name: 'Request access' }).click();
	await page.getByRole('heading', { name: 'Request access' }).waitFor();
	expect(problems.filter((problem) => !/^403 .*\/api\/user$/.test(problem))).toEqual([]);
});

test('a member watches a product with one click, changes the watch, and deletes it with an undo', async () => {
	const { page, problems } = await fixture.as('mia', `/products/NIKE/${SKU}`);
	await page.getByRole('button', { name: 'Watch this' }).press('Enter');
	await page.getByText(/^You watch this product\./).waitFor();
	await expectBothLooks(page);
	await page.getByRole('main').getByRole('link', { name: 'Your watches' }).click();
	await page.waitForURL('**/dashboard/watches');
	await page.getByText('1 of 5').waitFor();
	await page.getByText('None of your servers offers private threads.').waitFor();
	const row = page.getByRole('listitem').filter({ hasText: SKU });
	await row.getByRole('button', { name: /^Mute/ }).press('Enter');
	await row.getByText('Muted: it sends no notices.').waitFor();
	await expectBothLooks(page);

	await row.getByRole('button', { name: /^Edit/ }).press('Enter');
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Highest price', { exact: true }).fill('cheap');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await dialog.getByText('This must be an amount in USD, like 120.').waitFor();
	await dialog.getByLabel('Highest price', { exact: true }).fill('99.90');
	await dialog.getByLabel('Pre-order').check();
	await expectBothLooks(page);
	await dialog.getByRole('button', { name: 'Save' }).click();
	await row.getByText(/all sizes · up to \$99\.90 · also Pre-order$/).waitFor();

	const why = row.getByRole('button', { name: /^Why\?/ });
	await why.press('Enter');
	await dialog.getByText(/^Times are in /).waitFor();
	await dialog.getByRole('status').getByText(/\.$/).waitFor();
	await expectBothLooks(page);
	await dialog.getByLabel('Region').selectOption('JP');
	await dialog.getByText(/^Times are in /).waitFor();
	await page.keyboard.press('Escape');
	await keepsFocus(why);

	await row.getByRole('button', { name: /^Delete/ }).press('Enter');
	await page.getByText('No watches.').waitFor();
	await page.getByRole('button', { name: 'Undo' }).press('Enter');
	await row.waitFor();
	expect(problems.filter((problem) => !/^403 .*\/api\/user$/.test(problem))).toEqual([]);
});
