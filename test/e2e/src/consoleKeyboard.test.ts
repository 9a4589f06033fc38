import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { tabTo, keepsFocus } from './keys.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const settings = '/dashboard/settings';

test('SKUs are put on a list, taken off, and found, by keyboard alone', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/imagemonitor`);
	await page.getByRole('link', { name: /^Monitor #4/ }).press('Enter');
	const field = page.getByLabel('SKUs or product links');
	const remove = page.getByRole('button', { name: 'Remove', exact: true });
	await field.focus();
	await page.keyboard.type('key000-001,KEY000-002');
	await page.keyboard.press('Enter');
	await page.getByText('Monitor #4: SKU added successfully').waitFor();
	await keepsFocus(field);
	await page.keyboard.type('KEY000-002');
	await tabTo(page, remove);
	await page.keyboard.press('Space');
	await page.getByText('Monitor #4: SKU deleted successfully').waitFor();
	await keepsFocus(remove);
	await tabTo(page, page.getByLabel('Filter MONITOR4'));
	await page.keyboard.type('key000');
	const list = page.getByRole('region', { name: 'SKUs on MONITOR4' });
	await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
	await tabTo(page, list.getByRole('button', { name: 'Remove KEY000-001' }));
	await page.keyboard.press('Enter');
	await list.getByText('No SKU matches the filter.').waitFor();
	await page.getByRole('button', { name: 'Undo' }).waitFor();
	expect(problems).toEqual([]);
});

test('an announcement is written, its webhook chosen, and sent by keyboard alone', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/access`);
	const [webhook] = await fixture.control.createWebhooks({ count: 1, ownChannels: true });
	await callBehind(page, '/api/stocknumberwebhooks', { action: 'CREATE', label: 'by key', value: webhook!.url });
	await page.goto(`${fixture.url}${settings}/stocknumber`);
	const choose = page.getByLabel('Select by key');
	await choose.waitFor();
	await page.getByLabel('Title').focus();
	await page.keyboard.type('Typed');
	await page.keyboard.press('Tab');
	// Pasted, since the preview would load the picture of an address that is typed in part.
	await page.keyboard.insertText(`${fixture.url}/logo.png`);
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
		(await fixture.control.messages())
			.map(({ body }) => JSON.stringify(body))
			.filter((body) => body.includes('"Typed"'));
	await expect.poll(messages).toEqual([expect.stringContaining('US 9: **12 pairs**\\nUS 10: none')]);
	expect(problems).toEqual([]);
});

test('a keyword is inserted, edited and deleted by keyboard alone, which is given back after each dialog', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/twitter`);
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
	// Focus never leaves the dialog: after the last button comes the first.
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
	// The button that opened the dialog was deleted, so focus moves to the element next to it.
	await expect.poll(() => card.evaluate((one) => one.contains(document.activeElement))).toBe(true);
	await tabTo(page, insert);
	expect(problems).toEqual([]);
});

test('a long URL is shortened and its short ones are copied by keyboard alone', async () => {
	const { page, problems, context } = await fixture.as('Ada', `${settings}/urlshortener`);
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
	await expect.poll(copied).toMatch(new RegExp(`^${fixture.url}/s/\\w{7}$`));
	expect(await copied()).not.toBe(await first.innerText());
	const copy = page.getByRole('button', { name: /^Copy http/ }).first();
	await tabTo(page, copy);
	await page.keyboard.press('Enter');
	await expect.poll(async () => `Copy ${await copied()}`).toBe(await copy.getAttribute('aria-label'));
	expect(problems).toEqual([]);
});
