import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { expectBothLooks } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const settings = '/dashboard/settings';
const webhooks = async (count: number) => (await fixture.control.createWebhooks({ count })).map(({ url }) => url);

test('an import shows its rows before it applies them, and the export writes them back', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/hp`);
	const [first, second] = await webhooks(2);
	const line = (label: string, value = '') => `SET,HP,LAPTOPS,US,LAPTOPS,${label},${value}`;
	const header = 'action,brand,category,region,status,label,value';
	await page.getByRole('button', { name: 'Import and export' }).click();
	const dialog = page.getByRole('dialog', { name: 'Import and export webhooks' });
	const check = () => dialog.getByRole('button', { name: 'Preview changes' }).click();
	await dialog.getByRole('textbox', { name: 'Rows' }).fill('label,value\na,b');
	await check();
	await dialog.getByText(/Error: Line 1: "brand" is missing/).waitFor();
	await expectBothLooks(page, '[role=dialog]:has(.banner.bad)');
	await dialog
		.getByRole('textbox', { name: 'Rows' })
		.fill([header, line('good', first), line('bad', 'https://x.example')].join('\n'));
	await check();
	await dialog.getByText('value must be a Discord webhook URL').waitFor();
	await expect.poll(() => dialog.getByRole('button', { name: 'Apply 2 rows' }).isDisabled()).toBe(true);
	await expectBothLooks(page, 'body:has(.plan .row-note.bad)');
	await dialog
		.getByRole('textbox', { name: 'Rows' })
		.fill([header, line('good', first), line('two', second)].join('\n'));
	await check();
	await dialog.getByText('2 added').waitFor();
	await expectBothLooks(page, '[role=dialog]:has(.plan)');
	await dialog.getByRole('button', { name: 'Apply 2 rows' }).click();
	await dialog.getByText('Done: 2 added, 0 changed, 0 removed, 0 unchanged.').waitFor();
	await expectBothLooks(page, '[role=dialog]:has(.banner.good)');
	// The two rows swap their webhooks.
	await dialog
		.getByRole('textbox', { name: 'Rows' })
		.fill([header, line('good', second), line('two', first)].join('\n'));
	await check();
	await dialog.getByText('2 changed').waitFor();
	await dialog.getByRole('button', { name: 'Apply 2 rows' }).click();
	await dialog.getByText('Done: 0 added, 2 changed, 0 removed, 0 unchanged.').waitFor();
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		dialog.getByRole('button', { name: 'Export CSV' }).click(),
	]);
	const csv = readFileSync(await download.path(), 'utf8');
	// The last column has the options.
	expect(csv).toContain(`\n${line('good', second).replace('SET,', '')},\n`);
	await page.keyboard.press('Escape');
	await page.getByRole('group', { name: 'two' }).waitFor();
	expect(problems).toEqual([]);
});

type Row = Readonly<Record<string, string>>;
interface Kind {
	plural: string;
	/** A screen that accepts these rows. */
	screen: string;
	call: string;
	/** The action that rejects a row that already exists. */
	add: string;
	rowOf(name: string): Promise<Row>;
}
const KINDS: readonly Kind[] = [
	{
		plural: 'webhooks',
		screen: 'hp',
		call: '/api/bulk/webhooks',
		add: 'INSERT',
		rowOf: async (label) => ({
			brand: 'HP',
			category: 'LAPTOPS',
			region: 'US',
			status: 'LAPTOPS',
			label,
			value: (await webhooks(1))[0] ?? '',
			options: '',
		}),
	},
	{
		plural: 'SKUs',
		screen: 'imagemonitor',
		call: '/api/bulk/skus',
		add: 'ADD',
		rowOf: (sku) => Promise.resolve({ type: 'MONITOR4', sku, productLink: '', regions: 'all' }),
	},
];

/** The panel on a screen, with the actions that tests perform in it. */
async function openPanel(page: Page) {
	await page.getByRole('button', { name: 'Import and export' }).click();
	const dialog = page.getByRole('dialog');
	return {
		dialog,
		rows: dialog.getByRole('textbox', { name: 'Rows' }),
		check: () => dialog.getByRole('button', { name: 'Preview changes' }).click(),
		apply: () => dialog.getByRole('button', { name: /^Apply/ }).click(),
	};
}

test.each(KINDS)('a selected or dropped file of $plural is read like pasted text', async ({ screen, rowOf }) => {
	const { page, problems } = await fixture.as('Ada', `${settings}/${screen}`);
	const { dialog, rows, check } = await openPanel(page);
	const [one, two] = [await rowOf('READ01-001'), await rowOf('READ02-002')];
	const csv = `${Object.keys(one).join(',')}\n${Object.values(one).join(',')}\n`;
	const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${csv}`) };
	await dialog.locator('input[type=file]').setInputFiles(file);
	await dialog.getByText('1 added').waitFor();
	await dialog.getByText('READ01-001', { exact: true }).waitFor();
	expect((await rows.inputValue()).trim()).toBe(csv.trim());

	const json = JSON.stringify([one, two]);
	const dropped = await page.evaluateHandle((text) => {
		const data = new DataTransfer();
		data.items.add(new File([text], 'rows.json', { type: 'application/json' }));
		return data;
	}, json);
	await rows.dispatchEvent('drop', { dataTransfer: dropped });
	await dialog.getByText('2 added').waitFor();
	expect(await rows.inputValue()).toBe(json);
	await rows.fill([two, one, one].map((row) => JSON.stringify(row)).join('\n'));
	await check();
	await dialog.getByText('1 unchanged').waitFor();
	// The selected file is read again.
	await dialog.locator('input[type=file]').setInputFiles(file);
	await dialog.getByText('1 added').waitFor();
	expect(problems).toEqual([]);
});

test.each(KINDS)(
	'rejected $plural show the reason and can be applied again',
	async ({ plural, screen, call, add, rowOf }) => {
		const { page, problems } = await fixture.as('Ada', `${settings}/${screen}`);
		const exported = async () => ((await callBehind(page, call.replace('bulk', 'export'))) as { rows: Row[] }).rows;
		const { dialog, rows, check, apply } = await openPanel(page);
		const given = await Promise.all(['FIRST0-001', 'SECOND-002'].map(rowOf));
		const before = await exported();
		await rows.fill(JSON.stringify(given.map((row) => ({ ...row, action: add }))));
		await check();
		await dialog.getByText('2 added').waitFor();
		await page.route(`**${call}`, (route) => route.abort());
		await apply();
		await dialog.getByText('Error: The server cannot be reached. Try again in a moment.').waitFor();
		await page.unroute(`**${call}`);

		// Another operator changes one of them first.
		await callBehind(page, call, { rows: [{ ...given[1], action: add }] });
		await apply();
		await dialog.getByText('Error: Nothing was applied: the data has changed since this preview.').waitFor();
		await dialog.getByText('1 refused: nothing is applied until they are fixed').waitFor();
		await dialog.getByText(/(label|sku) is already (in|on) this (group|list)/).waitFor();
		expect(await exported()).toHaveLength(before.length + 1);
		await callBehind(page, call, { rows: [{ ...given[1], action: 'UNSET' }] });
		await check();
		await apply();
		await dialog.getByText('Done: 2 added, 0 changed, 0 removed, 0 unchanged.').waitFor();
		expect(await exported()).toEqual(expect.arrayContaining(given.map((row) => ({ ...row, action: 'SET' }))));

		const [download] = await Promise.all([
			page.waitForEvent('download'),
			dialog.getByRole('button', { name: 'Export JSON' }).click(),
		]);
		expect(download.suggestedFilename()).toBe(`${plural.toLowerCase()}.json`);
		const json = readFileSync(await download.path(), 'utf8');
		expect((JSON.parse(json) as Row[]).map((row) => ({ ...row, action: 'SET' }))).toEqual(await exported());
		await rows.fill(json);
		await check();
		await dialog.getByText(`${before.length + 2} unchanged`).waitFor();
		expect(problems).toEqual([expect.stringMatching(/^409/)]);
	},
);
