import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { tabTo, keepsFocus } from './keys.ts';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const settings = '/dashboard/settings';

test.skipIf(onServer)(
	'SKUs are put on a list, taken off, and found, by keyboard alone',
	async () => {
		const { page, problems } = await stage.as('Ada', `${settings}/imagemonitor`);
		const field = page.getByLabel('Enter the SKU (Monitor #4)');
		const card = page.locator('section', { has: field });
		const remove = card.getByRole('button', { name: 'Remove', exact: true });
		await field.focus();
		await page.keyboard.type('key-001 KEY-002');
		await page.keyboard.press('Enter');
		await card.getByText('SKU added successfully').waitFor();
		await keepsFocus(field);
		await page.keyboard.type('KEY-002');
		await tabTo(page, remove);
		await page.keyboard.press('Space');
		await card.getByText('SKU deleted successfully').waitFor();
		await keepsFocus(remove);
		await tabTo(page, card.getByLabel('Filter MONITOR4'));
		await page.keyboard.type('key-0');
		const list = card.getByRole('region', { name: 'SKUs on MONITOR4' });
		await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
		await tabTo(page, list.getByRole('button', { name: 'Remove KEY-001' }));
		await page.keyboard.press('Enter');
		await list.getByText('None like that.').waitFor();
		await page.getByRole('button', { name: 'Undo' }).waitFor();
		expect(problems).toEqual([]);
	},
	60_000,
);

test.skipIf(onServer)(
	'an entry of a hot SKU list is added and removed by keyboard alone',
	async () => {
		const { page, problems } = await stage.as('Ada', `${settings}/hotsku`);
		const card = page.getByRole('region', { name: 'New Balance', exact: true });
		const remove = card.getByRole('button', { name: 'Remove', exact: true });
		const type = async () => {
			await card.getByLabel('SKU for New Balance').focus();
			await page.keyboard.type('M990GL6');
			await page.keyboard.press('Tab');
			await page.keyboard.type('https://www.newbalance.com/990');
		};
		await type();
		await page.keyboard.press('Enter');
		await card.getByText('SKU added successfully').waitFor();
		await type();
		await tabTo(page, remove);
		await page.keyboard.press('Enter');
		await card.getByText('SKU deleted successfully').waitFor();
		await keepsFocus(remove);
		expect(problems).toEqual([]);
	},
	60_000,
);

test.skipIf(onServer)(
	'an announcement is written, its webhook chosen, and sent by keyboard alone',
	async () => {
		const { page, problems } = await stage.as('Ada', `${settings}/access`);
		const [webhook] = await stage.control.createWebhooks({ count: 1, ownChannels: true });
		await callBehind(page, '/api/stocknumberwebhooks', { action: 'CREATE', label: 'by key', value: webhook!.url });
		await page.goto(`${stage.url}${settings}/stocknumber`);
		const choose = page.getByLabel('Choose by key');
		await choose.waitFor();
		await page.getByLabel('Title').focus();
		await page.keyboard.type('Typed');
		await page.keyboard.press('Tab');
		await page.keyboard.type(`${stage.url}/logo.png`);
		await page.keyboard.press('Tab');
		await page.keyboard.type('US 9: **12 pairs**');
		await page.keyboard.press('Enter');
		await page.keyboard.type('US 10: none');
		await tabTo(page, choose);
		await page.keyboard.press('Space');
		const send = page.getByRole('button', { name: 'Send', exact: true });
		await tabTo(page, send, { by: 'Shift+Tab' });
		await page.keyboard.press('Enter');
		await page.getByText('Sent successfully to 1 webhook').waitFor();
		await keepsFocus(send);
		const messages = async () =>
			(await stage.control.messages())
				.map(({ body }) => JSON.stringify(body))
				.filter((body) => body.includes('"Typed"'));
		await expect.poll(messages).toEqual([expect.stringContaining('US 9: **12 pairs**\\nUS 10: none')]);
		expect(problems).toEqual([]);
	},
	60_000,
);

test.skipIf(onServer)(
	'a keyword is inserted, edited and deleted by keyboard alone, which is given back after each dialog',
	async () => {
		const { page, problems } = await stage.as('Ada', `${settings}/twitter`);
		const card = page.getByRole('region', { name: 'Other Monitor' });
		const insert = card.getByRole('button', { name: 'Insert a new keyword for Other' });
		const dialog = page.getByRole('dialog');
		await insert.focus();
		await page.keyboard.press('Enter');
		await keepsFocus(dialog.getByLabel('Keyword'));
		await page.keyboard.type('fleece');
		await page.keyboard.press('Tab');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Tab');
		await page.keyboard.type('60');
		await page.keyboard.press('Enter');
		const tile = card.getByRole('button', { name: 'Edit keyword fleece' });
		await tile.getByText('Price Change').waitFor();
		await tile.getByText('1 min').waitFor();
		await keepsFocus(insert);

		await tabTo(page, tile, { by: 'Shift+Tab' });
		await page.keyboard.press('Enter');
		await keepsFocus(dialog.getByLabel('Keyword'));
		await page.keyboard.type(' vest');
		// Nothing behind the dialog is reached: after its last button comes its first.
		await tabTo(page, dialog.getByRole('button', { name: 'Edit', exact: true }));
		await page.keyboard.press('Tab');
		await keepsFocus(dialog.getByRole('button', { name: 'Close dialog' }));
		await tabTo(page, dialog.getByRole('button', { name: 'Edit', exact: true }));
		await page.keyboard.press('Space');
		const edited = card.getByRole('button', { name: 'Edit keyword fleece vest' });
		await edited.waitFor();
		await keepsFocus(edited);
		await page.keyboard.press('Enter');
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
		await keepsFocus(edited);
		await page.keyboard.press('Enter');
		await tabTo(page, dialog.getByRole('button', { name: 'Delete' }));
		await page.keyboard.press('Enter');
		await edited.waitFor({ state: 'detached' });
		await dialog.waitFor({ state: 'detached' });
		// What opened it is gone: one goes on beside where it was.
		await expect.poll(() => card.evaluate((one) => one.contains(document.activeElement))).toBe(true);
		await tabTo(page, insert);
		expect(problems).toEqual([]);
	},
	60_000,
);

test.skipIf(onServer)(
	'a long URL is shortened and its short ones are copied by keyboard alone',
	async () => {
		const { page, problems, context } = await stage.as('Ada', `${settings}/urlshortener`);
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		const field = page.getByLabel('Enter your long URL');
		await field.focus();
		await page.keyboard.type('https://www.nike.com/t/dunk-low');
		await page.keyboard.press('Enter');
		const first = page.getByRole('button', { name: /^First short URL: http/ });
		await first.waitFor();
		await keepsFocus(field);
		await tabTo(page, first);
		await page.keyboard.press('Enter');
		await page.getByText('URL copied to clipboard!').waitFor();
		await tabTo(page, page.getByRole('button', { name: 'Copy Second Url' }));
		await page.keyboard.press('Space');
		const copied = () => page.evaluate(() => navigator.clipboard.readText());
		await expect.poll(copied).toMatch(new RegExp(`^${stage.url}/s/\\w{7}$`));
		expect(await copied()).not.toBe(await first.innerText());
		const copy = page.getByRole('button', { name: /^Copy http/ }).first();
		await tabTo(page, copy);
		await page.keyboard.press('Enter');
		await expect.poll(async () => `Copy ${await copied()}`).toBe(await copy.getAttribute('aria-label'));
		expect(problems).toEqual([]);
	},
	60_000,
);
