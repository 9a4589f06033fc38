import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { CHANGES_POLL_MS, useFixture } from './fixture.ts';
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
	expect(await page.getByRole('row').filter({ hasText: '$151.00, full price $205.00' }).count()).toBe(1);
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
	expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Products', 'Releases', 'Request access']);
	await page.getByRole('main').getByRole('link', { name: 'Request access' }).click();
	await page.getByRole('heading', { name: 'Request access' }).waitFor();
	expect(problems.filter((problem) => !/^403 .*\/api\/user$/.test(problem))).toEqual([]);
});
