import { expect, test } from 'vitest';
import { openContext } from './browser.ts';
import { expectBothLooks } from './looks.ts';
import { useFixture } from './fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const fixture = useFixture();

/** Imports releases as an operator. */
async function release(...rows: object[]): Promise<void> {
	const common = { brand: 'NIKE', region: 'US', url: 'https://www.nike.com/t/x' };
	const answer = await fixture.call('Ada', '/api/bulk/releases', {
		dryRun: false,
		rows: rows.map((row) => ({ ...common, ...row })),
	});
	expect(answer).toMatchObject({ applied: true });
}

test('a visitor reads the releases in their own time, filters them, and opens a day of the month', async () => {
	const now = Date.now();
	const soon = now + 5 * HOUR;
	await release(
		{ sku: 'FQ8138-103', title: 'Air Jordan 4 Oxidized', launchAt: soon, method: 'FLOW' },
		{ sku: 'HF2903-001', title: 'Air Max 1 Big Bubble', region: 'JP', launchAt: now + 9 * DAY, method: 'DAN' },
		{ sku: 'B75806', brand: 'ADIDAS', title: 'Samba OG', launchAt: now + 6 * DAY },
	);
	await release({ sku: 'HF2903-001', title: 'Air Max 1 Big Bubble', region: 'JP', launchAt: now + 10 * DAY });
	const { page, problems } = await fixture.open();
	await page.goto(`${fixture.url}/releases`);
	const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
	await row('Air Jordan 4 Oxidized').getByText('First come, first served').waitFor();
	await row('Air Jordan 4 Oxidized').getByText('New York').waitFor();
	await expect.poll(() => row('Air Jordan 4 Oxidized').innerText()).toMatch(/0[45]:\d\d:\d\d/);
	await row('Air Max 1')
		.getByText(/^Moved:/)
		.waitFor();
	const file = await row('Samba OG').getByRole('link', { name: 'Add to calendar: Samba OG' }).getAttribute('href');
	expect(await (await fetch(fixture.url + file)).text()).toContain('SUMMARY:Samba OG');
	await expectBothLooks(page);

	await page.getByLabel('Region', { exact: true }).selectOption('Japan');
	await page.waitForURL(/region=JP/);
	await row('Samba OG').waitFor({ state: 'detached' });
	await page.getByRole('link', { name: 'Subscribe' }).waitFor();
	expect(await page.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toMatch(/^webcal:.*\/JP\.ics$/);
	await page.getByLabel('Region', { exact: true }).selectOption('All regions');
	await page.getByLabel('Search releases').fill('samb');
	await page.waitForURL(/q=samb/);
	await row('Air Jordan 4 Oxidized').waitFor({ state: 'detached' });
	await row('Samba OG').waitFor();
	await page.reload();
	await row('Air Jordan 4 Oxidized').waitFor({ state: 'detached' });

	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('link', { name: 'Month', exact: true }).click();
	const { month, day } = await page.evaluate(
		(at) => {
			const date = new Date(at);
			return {
				month: `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`,
				day: new Intl.DateTimeFormat(undefined, { month: 'long', day: 'numeric' }).format(date),
			};
		},
		now + 6 * DAY,
	);
	await page.goto(`${fixture.url}/releases?view=month&q=samba&month=${month}`);
	await expectBothLooks(page);
	await page.getByRole('link', { name: new RegExp(`${day}: 1 release`) }).click();
	await page.waitForURL(/day=/);
	await row('Samba OG').waitFor();
	await page.goBack();
	await page.getByRole('table').waitFor();
	expect(problems).toEqual([]);
});

test('the calendar is complete without scripts, in UTC', async () => {
	await release(
		{ sku: 'DM7866-202', title: 'Jordan 1 Low', launchAt: Date.now() + 2 * HOUR },
		{ sku: 'HQ2050-100', title: 'Air Max Dn8', region: 'KR', launchAt: Date.now() + 2 * HOUR },
	);
	const context = await openContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await expect
		.poll(
			async () => {
				await page.goto(`${fixture.url}/releases`);
				return page.getByText('Jordan 1 Low').count();
			},
			{ timeout: 40_000 },
		)
		.toBeGreaterThan(0);
	await page.getByText('UTC', { exact: true }).waitFor();
	await page.goto(`${fixture.url}/releases?region=KR`);
	await page.getByText('Air Max Dn8').waitFor();
	await expect.poll(() => page.getByText('Jordan 1 Low').count()).toBe(0);
});

test('a day with 500 releases is read in pages, and a month with 1,000 is complete', async () => {
	const noon = new Date(new Date().getFullYear() + 1, 0, 9, 12).getTime();
	const month = new Date(noon).toISOString().slice(0, 7);
	const rows = (count: number, at: number, prefix: string) =>
		Array.from({ length: count }, (_, n) => ({
			sku: `${prefix}${n}`,
			region: 'AT',
			title: `Release ${n}`,
			launchAt: at + n * 1000,
		}));
	await release(...rows(500, noon, 'ONE'), ...rows(500, noon + 9 * DAY, 'TWO'));
	const { page, problems } = await fixture.open();
	await page.goto(`${fixture.url}/releases?region=AT&view=month&month=${month}`);
	await page.getByText('1000 releases').waitFor();
	await expect.poll(() => page.getByRole('link', { name: /: 500 releases/ }).count()).toBe(2);
	await page
		.getByRole('link', { name: /9: 500 releases/ })
		.first()
		.click();
	for (let shown = 100; shown < 500; shown += 100) {
		await page.getByText(`${shown}+ releases`).waitFor();
		await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(shown);
		await page.getByRole('button', { name: 'Show more' }).click();
	}
	await page.getByText('500 releases', { exact: true }).waitFor();
	await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
	expect(problems).toEqual([]);
});

test('a release is watched with one click, for visitors after they sign in', async () => {
	await release({ sku: 'IB6648-001', title: 'Pegasus Premium', region: 'MX', launchAt: Date.now() + 4 * HOUR });
	const visitor = await fixture.open();
	await visitor.page.goto(`${fixture.url}/releases?region=MX`);
	const link = visitor.page.getByRole('link', { name: 'Watch this: Pegasus Premium' });
	expect(await link.getAttribute('href')).toBe('/auth?next=%2Fproducts%2FNIKE%2FIB6648-001');
	const { page, problems } = await fixture.as('mia', '/releases?region=MX');
	await page.getByRole('button', { name: 'Watch this: Pegasus Premium' }).click();
	await page.getByRole('link', { name: 'Watched: Pegasus Premium' }).waitFor();
	await page.reload();
	await page.getByRole('link', { name: 'Watched: Pegasus Premium' }).click();
	await page.waitForURL(/\/dashboard\/watches/);
	await page.getByText('IB6648-001').first().waitFor();
	expect(problems.filter((problem) => !/^403 .*\/api\/user$/.test(problem))).toEqual([]);
});

test('a member makes the private address of their calendar, and reads it once', async () => {
	const { page } = await fixture.as('mia', '/releases');
	await page.getByRole('button', { name: 'Make an address' }).click();
	const address = await page.locator('.calendar-feeds code').innerText();
	expect((await fetch(address)).headers.get('content-type')).toMatch(/^text\/calendar/);
	await page.reload();
	await page.getByRole('button', { name: 'Replace the address' }).click();
	const next = await page.locator('.calendar-feeds code').innerText();
	expect(next).not.toBe(address);
	expect((await fetch(address)).status).toBe(404);
});
