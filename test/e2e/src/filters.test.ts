import { expect, test } from 'vitest';
import { useFixture } from './fixture.ts';
import { expectBothLooks } from './looks.ts';

const fixture = useFixture();
const settings = '/dashboard/settings';

test('a filter by time applies once its date is complete', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/deliveries`, { timezoneId: 'America/New_York' });
	const since = () => new URL(page.url()).searchParams.get('since');
	const from = page.getByLabel('From');
	await from.fill('2026-11-22T19:30');
	const before = String(Date.parse('2026-11-22T19:30-05:00'));
	await expect.poll(since).toBe(before);
	await from.focus();
	for (const key of ['Tab', 'Tab', '2', '0']) await page.keyboard.press(key);
	expect(await from.inputValue()).toBe('0020-11-22T19:30');
	expect(since()).toBe(before);
	for (const key of ['2', '5']) await page.keyboard.press(key);
	await expect.poll(since).toBe(String(Date.parse('2025-11-22T19:30-05:00')));
	expect(await from.inputValue()).toBe('2025-11-22T19:30');
	// What is left incomplete returns to what is applied.
	await page.keyboard.press('Shift+Tab');
	await page.keyboard.press('Delete');
	expect(await from.inputValue()).toBe('');
	await page.getByLabel('SKU').focus();
	expect(await from.inputValue()).toBe('2025-11-22T19:30');
	await from.fill('');
	await expect.poll(since).toBe(null);

	await page.goto(`${fixture.url}${settings}/audit?from=2026-11-01`);
	const day = page.getByLabel('From');
	await day.focus();
	for (const key of ['Tab', 'Tab', ...'2025']) await page.keyboard.press(key);
	await page.waitForURL(/from=2025-11-01$/);
	expect(await day.inputValue()).toBe('2025-11-01');
	expect(problems).toEqual([]);
});

test('the chart labels full hours in every time zone', async () => {
	const { page } = await fixture.as('Ada', `${settings}/overview`, { timezoneId: 'Asia/Kolkata' });
	await page.getByRole('img', { name: /messages sent/ }).hover();
	await expect.poll(() => page.locator('.u-legend .u-value').first().textContent()).toMatch(/ \d+:30$/);
});

test('a filter that matches too many webhooks shows its error and disables the export', async () => {
	const { page } = await fixture.as('Ada', '/dashboard/settings/deliveries');
	await page.route('**/api/deliverygroups?webhook=*', (route) =>
		route.fulfill({
			status: 400,
			json: {
				error: { code: 'invalid_input', message: 'x', fields: { webhook: 'matches 3,334 webhooks; enter more' } },
			},
		}),
	);
	const field = page.getByLabel('Label or webhook');
	const download = page.getByRole('link', { name: 'Export CSV (newest 10,000)' });
	await download.waitFor();
	await field.fill('webhook');
	await page.getByRole('alert').getByText('This matches 3,334 webhooks; enter more.').waitFor();
	expect(await field.getAttribute('aria-invalid')).toBe('true');
	await expect.poll(() => download.count()).toBe(0);
	await expect.poll(() => page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
	await expectBothLooks(page);
	await field.fill('');
	await download.waitFor();
});
