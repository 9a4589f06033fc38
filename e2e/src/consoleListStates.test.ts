import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { examineStates, LOOKS } from './looks.ts';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A manager of webhooks: the panel, a row as it is edited, tested, chosen, deleted and dead, and a filter without hits. */
async function* manager(page: Page, label: string) {
	const [webhook] = await stage.control.createWebhooks({ count: 1 });
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
	await button(page, 'Delete 1 chosen').waitFor();
	yield 'main';
	await page.getByLabel('Filter by label').fill('no such label');
	yield '.lines:has(.empty)';
	await page.getByLabel('Filter by label').fill(label);

	await stage.control.deleteWebhook(webhook!.id);
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

/** The panel for many rows: a file that cannot be read, a plan, one with bad rows, and what it came to. */
async function* bulk(page: Page, label: string) {
	const [webhook] = await stage.control.createWebhooks({ count: 1 });
	await button(page, 'Import and export').click();
	const show = async (...values: string[]) => {
		const rows = values.map((value, n) => `HP,LAPTOPS,US,LAPTOPS,${label} ${n},${value}`);
		await page
			.getByRole('textbox', { name: 'Rows' })
			.fill(['brand,category,region,status,label,value', ...rows].join('\n'));
		await button(page, 'Show what would happen').click();
	};
	await page.getByRole('textbox', { name: 'Rows' }).fill('label,value\na,b');
	await button(page, 'Show what would happen').click();
	yield '[role=dialog]:has(.banner.bad)';
	await show(webhook!.url, 'https://x.example');
	yield '[role=dialog]:has(.plan .row-note.bad)';
	await show(webhook!.url);
	yield '[role=dialog]:has(.plan)';
	await button(page, 'Apply 1 row').click();
	yield '[role=dialog]:has(.banner.good)';
}

/** The SKU manager: what came of adding and removing, lists with rows that are chosen and that a shop keeps back, Undo. */
async function* skus(page: Page, sku: string) {
	const all = page.locator('form').first();
	const change = async (work: 'Add' | 'Remove', input: string) => {
		await all.getByRole('textbox').fill(input);
		await all.getByRole('button', { name: work }).click();
	};
	await change('Add', ' ');
	yield 'form:has([id$=error])';
	await change('Add', 'x'.repeat(65));
	yield 'form:has(.banner.bad)';
	await change('Add', sku);
	await page.getByText('Monitor #4: SKU added successfully').waitFor();
	yield 'form:has(.banner.good)';
	await change('Remove', sku);
	await page.getByText('Monitor #4: SKU deleted successfully').waitFor();
	yield 'form:has(.banner.good)';
	await stage.control.failNike({ region: 'FR', times: 'forever', fault: { accessDenied: true } });
	await page.getByLabel('Choose all of MONITOR1').check();
	// The list is asked for every ten seconds.
	const silent = page.getByText(/^No answer from FR/).first();
	await expect
		.poll(() => page.clock.fastForward(10_000).then(() => silent.isVisible()), { timeout: 20_000 })
		.toBe(true);
	yield '.lists:has(.row-note.bad)';
	await stage.control.healNike();
	await page.getByLabel('Filter MONITOR1').fill('no such SKU');
	yield '[aria-label="SKUs on MONITOR1"]:has(.empty)';
	await button(page, 'Remove chosen of MONITOR1').click();
	yield '.undo-bar:has(button)';
	await button(page, 'Undo').click();
}

/** A hot list: what came of adding and removing, what is refused beside its field, its rows. */
async function* hotSkus(page: Page, sku: string) {
	const card = page.getByRole('region', { name: 'New Balance', exact: true });
	const change = async (work: 'Add' | 'Remove') => {
		await card.getByLabel('SKU for New Balance').fill(sku);
		await card.getByLabel('Product link for New Balance').fill('https://www.newbalance.com/990');
		await card.getByRole('button', { name: work, exact: true }).click();
	};
	const part = 'section[aria-label="New Balance"]';
	await change('Add');
	// It stands for three seconds only.
	yield `${part} .hot-note:has(.good)`;
	yield `${part}:has(.row)`;
	await change('Add');
	yield `${part}:has([id$=error])`;
	await page.route('**/api/hotskudelete*', (route) => route.abort());
	await change('Remove');
	yield `${part}:has(.banner.bad)`;
	await page.unroute('**/api/hotskudelete*');
	await change('Remove');
	yield `${part} .hot-note:has(.good)`;
	yield `${part}:has(.empty)`;
}

const SCREENS = [
	['asics', manager],
	['hp', bulk],
	['imagemonitor', skus],
	['hotsku', hotSkus],
] as const;

test.skipIf(onServer).each(SCREENS.flatMap(([id, states]) => LOOKS.map((look) => [id, ...look, states] as const)))(
	'every state of %s at %i px in the %s theme is accessible, and no wider than the screen',
	async (id, width, colorScheme, rules, states) => {
		const { page } = await stage.as('Ada', `/dashboard/settings/${id}`, { width, colorScheme, clock: true });
		await examineStates(page, states(page, `STATE-${width}`), rules);
	},
	60_000,
);
