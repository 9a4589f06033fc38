import { expect, test } from 'vitest';
import { callBehind, navigate, retry, stopTime } from './browser.ts';
import { expectBothLooks } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const settings = '/dashboard/settings';
const webhooks = async (count: number) => (await fixture.control.createWebhooks({ count })).map(({ url }) => url);

test('an operator adds, edits and folds Nike webhooks by keyboard', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/nike-shoes');
	await page.getByRole('button', { name: 'Add webhook' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	await dialog.waitFor();
	await page.keyboard.type('lounge');
	await page.keyboard.press('Tab');
	await page.keyboard.type(await fixture.webhookUrl(34));
	await dialog.getByLabel('Region').selectOption('GB');
	await expect
		.poll(() => dialog.getByLabel('Status').locator('option').allTextContents())
		.toEqual(['Active', 'Closeout', 'Hold']);
	await dialog.getByLabel('Label').focus();
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	// The list renders only visible lines, so the filter makes the new line visible.
	await page.getByLabel('Filter by label').fill('lounge');
	const section = page.locator('.lines');
	await section.getByRole('heading', { name: 'Nike United Kingdom' }).waitFor();
	await section.getByText('lounge').waitFor();

	await section.getByRole('button', { name: 'Edit lounge' }).click();
	await section.getByLabel('Webhook URL of lounge').fill(await fixture.webhookUrl(33));
	await page.keyboard.press('Enter');
	await section.getByRole('button', { name: 'Edit lounge' }).waitFor();

	// A filter opens the groups with matches; without a filter a folded group stays folded.
	await page.getByLabel('Filter by label').fill('');
	await section.getByRole('button', { name: /Nike United States/ }).click();
	await page.reload();
	await expect
		.poll(() => page.getByRole('button', { name: /Nike United States/ }).getAttribute('aria-expanded'))
		.toBe('false');
	expect(problems).toEqual([]);
});

test('a webhook for two brands is added to both groups or to neither', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/jdfnl`, { clock: true });
	const [url, other] = await webhooks(2);
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	const add = async (region: string, label: string, value: string) => {
		await page.getByRole('button', { name: 'Add webhook' }).click();
		await dialog.getByLabel('Label').fill(label);
		await dialog.getByLabel('Webhook URL').fill(value);
		await dialog.getByLabel('Region').selectOption(region);
		await dialog.getByLabel('Status').selectOption('Restock');
		await dialog.getByRole('button', { name: 'Upload' }).click();
	};
	await add('JD & FNL', 'both', url ?? '');
	await dialog.waitFor({ state: 'hidden' });
	await expect.poll(() => page.getByRole('group', { name: 'both' }).count()).toBe(2);
	await page.getByRole('link', { name: 'JD/FNL 2' }).waitFor();

	await page.getByRole('group', { name: 'both' }).first().getByRole('button', { name: 'Delete both' }).click();
	await expect.poll(() => page.getByRole('group', { name: 'both' }).count()).toBe(1);
	await page.clock.fastForward(8000);
	await page.getByText('Deleted both').waitFor({ state: 'detached' });
	await add('JD & FNL', 'both', other ?? '');
	await dialog.getByText('Error: This is already in this group.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400 .*bulk\/webhooks/)]);
});

test('custom SKUs of refurbished shoes are listed beside their webhooks', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/overview`);
	await page.route('**/api/nikewebhooks*', (route) => route.abort());
	await page.getByRole('navigation').getByRole('link', { name: 'Nike Refurbished' }).click();
	await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
	await expect.poll(() => page.getByRole('heading', { name: 'Nike US Refurbished - Custom' }).count()).toBe(0);
	await retry(page, '**/api/nikewebhooks*');
	await page.getByRole('heading', { name: 'Nike US Refurbished - Custom' }).waitFor();
	await page.getByRole('button', { name: 'Add webhook' }).click();
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	await dialog.getByText('SKU', { exact: true }).click();
	await dialog.getByRole('textbox', { name: 'SKU' }).fill('dd1391-100  DD1391-200');
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await page.getByRole('group', { name: 'DD1391-200' }).waitFor();
	await page.getByRole('button', { name: 'Delete DD1391-100' }).click();
	await page.getByRole('group', { name: 'DD1391-100' }).waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.getByRole('group', { name: 'DD1391-100' }).waitFor();
	expect(problems).toEqual([]);
});

test('an operator adds, tests, edits, deletes and restores a webhook that then dies', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/asics`, { clock: true });
	const [webhook] = await webhooks(1);
	const button = (name: string) => page.getByRole('button', { name, exact: true });
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	const scrolls = () => page.evaluate(() => getComputedStyle(document.body).overflowY !== 'hidden');
	await button('Add webhook').click();
	await dialog.getByRole('button', { name: 'Upload' }).waitFor();
	expect(await scrolls()).toBe(false);
	await dialog.getByLabel('Label').fill('doomed');
	await page.mouse.click(5, 5);
	await dialog.waitFor({ state: 'hidden' });
	await expect.poll(scrolls).toBe(true);
	await button('Add webhook').click();
	// Closing keeps the fields.
	expect(await dialog.getByLabel('Label').inputValue()).toBe('doomed');
	await dialog.getByLabel('Webhook URL').fill('https://example.com/hook');
	await expectBothLooks(page, 'body');
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await expectBothLooks(page, '[role=dialog]:has([id$=error])');
	await dialog.getByLabel('Webhook URL').fill(webhook ?? '');
	await dialog.getByRole('button', { name: 'Upload' }).click();
	const row = page.getByRole('group', { name: 'doomed' });
	await row.waitFor();

	await button('Test doomed').click();
	await expectBothLooks(page, '.row:has(.row-note.good)');
	await button('Edit doomed').click();
	await expectBothLooks(page, '.row:has(input[type=url])');
	await row.getByLabel('Webhook URL of doomed').fill('https://example.com/hook');
	await button('Save doomed').click();
	await row.getByText('Error: This must be a Discord webhook URL').waitFor();
	await expectBothLooks(page, '.row:has(input[type=url]):has([role=alert])');
	await button('Stop editing doomed').click();
	await row.getByRole('checkbox').check();
	await button('Delete selected').waitFor();
	await expectBothLooks(page, 'main');
	await page.getByLabel('Filter by label').fill('no such label');
	await expectBothLooks(page, '.lines:has(.empty)');
	await page.getByLabel('Filter by label').fill('doomed');

	await button('Delete doomed').click();
	await row.waitFor({ state: 'detached' });
	await expectBothLooks(page, '.undo-bar:has(button)');
	await button('Undo').click();
	await row.waitFor();
	// The label and the URL of a deleted webhook are free at once.
	await button('Delete doomed').click();
	await button('Add webhook').click();
	await dialog.getByLabel('Label').fill('doomed');
	await dialog.getByLabel('Webhook URL').fill(webhook ?? '');
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await dialog.waitFor({ state: 'hidden' });
	await row.waitFor();

	await fixture.control.deleteWebhook(/webhooks\/(\d+)/.exec(webhook ?? '')?.[1] ?? '');
	await button('Test doomed').click();
	await row.getByText(/Test failed/).waitFor();
	await expectBothLooks(page, '.row:has(.row-note.bad)');
	await page.getByRole('link', { name: '1 dead webhook', exact: true }).click();
	await page
		.getByRole('region', { name: 'Dead webhooks' })
		.getByRole('link', { name: 'ASICS Restock · US: doomed' })
		.click();
	await page.waitForURL(`**${settings}/asics?filter=doomed`);
	await row.getByText(/^Off: Discord answered 404: Unknown Webhook \[10015\]/).waitFor();
	await expectBothLooks(page, '.row:has(.row-note.bad):has(.dot.bad)');
	await navigate(page, `${settings}/deliveries?view=list&status=failed`);
	await button('Send "Test message" again').first().click();
	await page.getByText(/Its webhook is off .* Enter a working URL/).waitFor();
	await page.goBack();
	await button('Delete doomed').click();
	await page.route('**/api/bulk/webhooks', (route) => route.abort());
	await page.clock.fastForward(8000);
	await expectBothLooks(page, '.undo-bar:has(.failed)');
	expect(problems).toEqual([
		expect.stringMatching(/^400 .*bulk\/webhooks/),
		expect.stringMatching(/^400 .*bulk\/webhooks/),
		expect.stringMatching(/^4\d\d .*redeliver/),
	]);
});

test('a list of a thousand rows keeps edits, focus and selection while it scrolls', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/nike-equipment`, { clock: true });
	const statuses = ['ACTIVE', 'CLOSEOUT', 'HOLD'];
	const rows = Array.from({ length: 1000 }, (_, n) => ({
		action: 'SET',
		brand: 'NIKE',
		category: 'EQUIPMENT',
		region: n % 2 === 0 ? 'US' : 'JP',
		status: statuses[n % 3],
		label: `row ${n}`,
		value: `https://discord.com/api/webhooks/${700_000_000_000_000_000n + BigInt(n)}/token-${n}`,
	}));
	await callBehind(page, '/api/bulk/webhooks', { rows });
	await page.reload();
	await page.getByRole('group', { name: 'row 0', exact: true }).waitFor();
	await expect.poll(() => page.locator('.line').count()).toBeLessThan(100);
	await page.getByRole('button', { name: 'Edit row 0', exact: true }).click();
	await page.getByLabel('Webhook URL of row 0').fill('https://discord.com/api/webhooks/1/half');
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
	await page
		.getByRole('group', { name: /^row \d+$/ })
		.nth(5)
		.waitFor();
	await page.evaluate(() => scrollTo(0, 0));
	expect(await page.getByLabel('Webhook URL of row 0').inputValue()).toBe('https://discord.com/api/webhooks/1/half');
	await page.keyboard.press('Escape');
	// The row with the keyboard focus also stays rendered.
	await page.getByRole('button', { name: 'Edit row 6', exact: true }).focus();
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
	await page.getByRole('group', { name: 'row 0', exact: true }).waitFor({ state: 'detached' });
	expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Edit row 6');
	await page.evaluate(() => scrollTo(0, 0));
	await page.getByLabel('Filter by label').fill('row 999');
	await page.getByRole('group', { name: 'row 999' }).waitFor();
	await expect.poll(() => page.getByRole('group', { name: /^row/ }).count()).toBe(1);
	await page.getByLabel('Filter by label').fill('');
	await page.getByRole('button', { name: /^Nike United States/ }).click();
	await page.getByRole('group', { name: 'row 3', exact: true }).waitFor();
	for (const label of ['row 3', 'row 9']) await page.getByLabel(`Select ${label}`, { exact: true }).check();
	// Selected rows that a filter hides are neither counted nor deleted.
	await page.getByLabel('Filter by label').fill('row 9');
	await page.getByText('1 of 111 selected').waitFor();
	await page.getByLabel('Filter by label').fill('');
	await page.getByText('2 of 500 selected').waitFor();
	// Undo is offered for seconds of the page's time, which the steps can exceed on a busy machine.
	await stopTime(page);
	await page.getByRole('button', { name: 'Delete selected' }).click();
	await page.getByText('Deleted 2 webhooks').waitFor();
	await page.getByRole('group', { name: 'row 3', exact: true }).waitFor({ state: 'detached' });
	await page.getByLabel('Select row 15', { exact: true }).check();
	await page.getByRole('button', { name: 'Delete row 15', exact: true }).click();
	await page.getByRole('button', { name: /selected$/ }).waitFor({ state: 'detached' });
	// After Undo all rows are as before, including the selection.
	for (const left of [1, 0]) {
		await page.getByRole('button', { name: 'Undo' }).first().click();
		await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(left);
	}
	await page.getByText('3 of 500 selected').waitFor();
	await page.getByRole('group', { name: 'row 3', exact: true }).waitFor();
	expect(problems).toEqual([]);
});
