import { expect, test } from 'vitest';
import { useFixture } from './fixture.ts';
import { expectBothLooks } from './looks.ts';

const fixture = useFixture();

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
	expect(await download.count()).toBe(0);
	expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
	await expectBothLooks(page);
	await field.fill('');
	await download.waitFor();
});
