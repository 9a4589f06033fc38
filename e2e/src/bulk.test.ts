import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { examine } from './browser.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const settings = '/dashboard/settings';
const webhooks = async (count: number) => (await stage.control.createWebhooks({ count })).map(({ url }) => url);

test('a file is shown row by row before it is applied, nothing of it lands while a row is bad, and the export writes it back', async () => {
	const { page, problems } = await stage.as('Ada', `${settings}/hp`);
	const [first, second] = await webhooks(2);
	const line = (label: string, value = '') => `SET,HP,LAPTOPS,US,LAPTOPS,${label},${value}`;
	const header = 'action,brand,category,region,status,label,value';
	await page.getByRole('button', { name: 'Import and export' }).click();
	const dialog = page.getByRole('dialog', { name: 'Import and export webhooks' });
	const check = () => dialog.getByRole('button', { name: 'Show what would happen' }).click();
	await dialog.getByRole('textbox', { name: 'Rows' }).fill('label,value\na,b');
	await check();
	await dialog.getByText(/Error: Line 1: "brand" is missing/).waitFor();
	await dialog
		.getByRole('textbox', { name: 'Rows' })
		.fill([header, line('good', first), line('bad', 'https://x.example')].join('\n'));
	await check();
	await dialog.getByText('value must be a Discord webhook URL').waitFor();
	expect(await dialog.getByRole('button', { name: 'Apply 2 rows' }).isDisabled()).toBe(true);
	expect((await examine(page)).violations).toEqual([]);
	await dialog
		.getByRole('textbox', { name: 'Rows' })
		.fill([header, line('good', first), line('two', second)].join('\n'));
	await check();
	await dialog.getByText('2 added').waitFor();
	await dialog.getByRole('button', { name: 'Apply 2 rows' }).click();
	await dialog.getByText('Done: 2 added, 0 changed, 0 removed, 0 as they were.').waitFor();
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		dialog.getByRole('button', { name: 'Export CSV' }).click(),
	]);
	const csv = readFileSync(await download.path(), 'utf8');
	expect(csv).toContain(`\n${line('good', first).replace('SET,', '')}\n`);
	await page.keyboard.press('Escape');
	await page.getByRole('group', { name: 'two' }).waitFor();
	expect(problems).toEqual([]);
}, 60_000);
