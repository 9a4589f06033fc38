import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind, retry } from './browser.ts';
import { expectAccessible } from './looks.ts';
import { CHANGES_POLL_MS, useFixture } from './fixture.ts';

const fixture = useFixture({ POLL_INTERVAL_MS: CHANGES_POLL_MS });
const events = '/dashboard/settings/events';
const change = (region: 'US' | 'JP', currentPrice: number) =>
	fixture.control.setProduct({ sku: 'CK9246-101', region, change: { currentPrice } });
/** Waits until every watched product was checked in both regions: what changes before then is no event. */
const baseline = (page: Page) =>
	expect
		.poll(async () => {
			const { data } = (await callBehind(page, '/api/overview')) as { data: { sources: Source[] } };
			const checked = data.sources.filter((row) => row.source === 'NIKE' && row.watched > 0 && row.neverChecked === 0);
			return checked.map(({ region }) => region);
		})
		.toEqual(expect.arrayContaining(['US', 'JP']));
interface Source {
	source: string;
	region: string;
	watched: number;
	neverChecked: number;
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('the list of events is live, and its filters are in the address', async () => {
	const { page, problems } = await fixture.as('Ada', events);
	await page.getByText('No events yet.').waitFor();
	// Japan is polled for the sake of another topic.
	const [webhook] = await fixture.control.createWebhooks({ count: 1 });
	const data = { label: 'on hold', value: webhook!.url };
	await callBehind(page, '/api/nikewebhooks?region=JP&category=shoes', { action: 'INSERT', status: 'HOLD', data });
	await baseline(page);
	await change('JP', 19_000);
	await row(page, 'Nike Shoes Active · JP').getByText('No subscription').waitFor();
	await change('US', 199);
	await row(page, 'Nike Shoes Discount · US').getByText('1 webhook').waitFor();
	await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Discount');

	await page.getByLabel('Reached nobody').click();
	await page.waitForURL(/reached=nobody/);
	await row(page, 'Discount').waitFor({ state: 'detached' });
	await page.getByLabel('Region').selectOption('JP');
	await page.getByLabel('SKU').fill('CK9246-101');
	await page.waitForURL(/\?(?=.*region=JP)(?=.*reached=nobody)(?=.*sku=CK9246-101)/);
	await row(page, 'Nike Shoes Active · JP').waitFor();
	await page.reload();
	await row(page, 'Nike Shoes Active · JP').waitFor();
	expect(await page.getByLabel('SKU').inputValue()).toBe('CK9246-101');
	await page.getByLabel('Kind').selectOption('LIVE');
	await page.getByText('No events match the filters.').waitFor();
	await expectAccessible(page);
	expect(problems).toEqual([]);

	await page.route('**/api/events*', (route) => route.abort());
	await page.getByLabel('Kind').selectOption('PRICE');
	await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
	await retry(page, '**/api/events*');
	await row(page, 'Nike Shoes Active · JP').waitFor();
});

test('the columns of events are wide enough for large numbers', async () => {
	const { page } = await fixture.as('Ada', events);
	await page.route('**/api/events*', async (route) => {
		const response = await route.fetch();
		const { data, ...rest } = (await response.json()) as { data: object[] };
		const many = data.map((row) => ({ ...row, deliveries: 12_345, clicks: 12_345 }));
		await route.fulfill({ response, json: { ...rest, data: many } });
	});
	const cut = () =>
		page.evaluate(() =>
			[...document.querySelectorAll('.events td')]
				.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
				.map(({ textContent }) => textContent),
		);
	await page.reload();
	for (const width of [1280, 1101, 1024, 390]) {
		await page.setViewportSize({ width, height: 900 });
		await row(page, '12,345 clicks').first().waitFor();
		await expect.poll(cut, { message: `at ${width} px` }).toEqual([]);
	}
});
