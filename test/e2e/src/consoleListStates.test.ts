import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectStates } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * A webhook manager: the panel; rows that are being edited, tested, selected and deleted, and a dead one; a filter
 * without matches.
 */
async function* manager(page: Page) {
	const label = 'states';
	const [webhook] = await fixture.control.createWebhooks({ count: 1 });
	await button(page, 'Add webhook').click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Label').fill(label);
	await dialog.getByLabel('Webhook URL').fill('https://example.com/hook');
	yield '[role=dialog]';
	await button(page, 'Upload').click();
	yield '[role=dialog]:has([id$=error])';
	await dialog.getByLabel('Webhook URL').fill(webhook!.url);
	await button(page, 'Upload').click();
	const row = page.getByRole('group', { name: label, exact: true });
	await row.waitFor();

	await button(page, `Test ${label}`).click();
	yield '.row:has(.row-note.good)';
	await button(page, `Edit ${label}`).click();
	yield '.row:has(input[type=url])';
	await row.getByRole('textbox').fill('https://example.com/hook');
	await button(page, `Save ${label}`).click();
	yield '.row:has(input[type=url]):has([role=alert])';
	await button(page, `Stop editing ${label}`).click();
	await row.getByRole('checkbox').check();
	await button(page, 'Delete selected').waitFor();
	yield 'main';
	await page.getByLabel('Filter by label').fill('no such label');
	yield '.lines:has(.empty)';
	await page.getByLabel('Filter by label').fill(label);

	await fixture.control.deleteWebhook(webhook!.id);
	await button(page, `Test ${label}`).click();
	yield '.row:has(.row-note.bad)';
	await page.reload();
	yield '.row:has(.row-note.bad):has(.dot.bad)';
	await button(page, `Delete ${label}`).click();
	yield '.undo-bar:has(button)';
	await page.route('**/api/bulk/webhooks', (route) => route.abort());
	await page.clock.fastForward(8000);
	yield '.undo-bar:has(.failed)';
}

/** The bulk panel: an unreadable file, a preview with rejected rows, one without, and the result. */
async function* bulk(page: Page) {
	const label = 'states';
	const [webhook] = await fixture.control.createWebhooks({ count: 1 });
	await button(page, 'Import and export').click();
	const show = async (...values: string[]) => {
		const rows = values.map((value, n) => `HP,LAPTOPS,US,LAPTOPS,${label} ${n},${value}`);
		await page
			.getByRole('textbox', { name: 'Rows' })
			.fill(['brand,category,region,status,label,value', ...rows].join('\n'));
		await button(page, 'Preview changes').click();
	};
	await page.getByRole('textbox', { name: 'Rows' }).fill('label,value\na,b');
	await button(page, 'Preview changes').click();
	yield '[role=dialog]:has(.banner.bad)';
	await show(webhook!.url, 'https://x.example');
	yield '[role=dialog]:has(.plan .row-note.bad)';
	await show(webhook!.url);
	yield '[role=dialog]:has(.plan)';
	await button(page, 'Apply 1 row').click();
	yield '[role=dialog]:has(.banner.good)';
}

/**
 * The SKU manager: the results of adding and removing, selected rows, rows that a shop does not answer for, and Undo.
 */
async function* skus(page: Page) {
	const sku = 'STATE1-001';
	const all = page.locator('form').first();
	const change = async (work: 'Add' | 'Remove', input: string) => {
		await all.getByRole('textbox').fill(input);
		await all.getByRole('button', { name: work }).click();
	};
	await change('Add', `${sku} ${'x'.repeat(65)} https://shop.example/p`);
	yield 'form:has([id$=error])';
	await page.route('**/api/bulk/skus', (route) => route.abort());
	await change('Add', sku);
	yield 'form:has(.banner.bad)';
	await page.unroute('**/api/bulk/skus');
	await all.getByText('Regions:').click();
	await all.getByLabel('JP').check();
	await all.getByRole('textbox').fill(`${sku}; nope`);
	await all.getByText('no known pattern').waitFor();
	await all.getByText(/takes \d/).waitFor();
	yield 'form:has(.entry-hint p)';
	await change('Add', sku);
	await page.getByText('Monitor #4: SKU added successfully').waitFor();
	yield 'form:has(.banner.good)';
	await change('Remove', sku);
	await page.getByText('Monitor #4: SKU deleted successfully').waitFor();
	yield 'form:has(.banner.good)';
	await fixture.control.failNike({ region: 'US', times: 'forever', fault: { accessDenied: true } });
	// The page reads the list every ten seconds.
	const silent = page.getByText(/^No answer from US/).first();
	await expect.poll(() => page.clock.fastForward(10_000).then(() => silent.isVisible())).toBe(true);
	yield '.watched:has(.entries .row-note.bad)';
	await fixture.control.healNike();
	await page.getByLabel('Filter MONITOR1').fill('no such SKU');
	yield '[aria-label="SKUs on MONITOR1"]:has(.empty)';
	await page.getByLabel('Filter MONITOR1').fill('');
	await page.getByLabel('Select CK9246-101').first().check();
	await page.getByLabel('Select all of MONITOR1').check();
	await button(page, 'Remove selected of MONITOR1').click();
	yield '.undo-bar:has(button)';
	await button(page, 'Undo').click();
}

const SCREENS = [
	['asics', manager],
	['hp', bulk],
	['imagemonitor', skus],
] as const;

test.each(SCREENS)(
	'every state of %s is accessible and no wider than the screen, on a desktop in the dark and on a phone in the light theme',
	async (id, states) => {
		const { page } = await fixture.as('Ada', `/dashboard/settings/${id}`, { clock: true });
		await expectStates(page, states(page));
	},
);
