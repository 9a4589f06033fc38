import { expect, test } from 'vitest';
import { hold } from './browser.ts';
import { downloaded } from './pictures.ts';
import { tabTo, keepsFocus } from './keys.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('the keyboard adds, edits, tests, deletes and restores a webhook', async () => {
	const place = { guildId: '200000000000000001', region: 'FR', toolsName: 'Nike Shoes Active' };
	const { data } = (await fixture.call('Cleo', '/api/channelinsert', place)) as { data: { id: string } };
	const { page, problems } = await fixture.as('Cleo', `/dashboard/admin/${place.guildId}/${data.id}`);
	const [first, second] = await fixture.control.createWebhooks({ count: 2 });
	const field = page.getByLabel('Add a new webhook');
	await field.focus();
	await page.keyboard.type(first!.url);
	const adding = await hold(page, '**/api/webhookinsert');
	await page.keyboard.press('Enter');
	await expect.poll(adding.count).toBe(1);
	await page.keyboard.press('Enter');
	adding.release();
	const row = page.getByRole('main').getByRole('listitem');
	await row.waitFor();
	await keepsFocus(field);
	await expect.poll(() => field.inputValue()).toBe('');
	expect(adding.count()).toBe(1);

	const button = (action: string) => row.getByRole('button', { name: new RegExp(`^${action}`) });
	await tabTo(page, button('Edit'), { by: 'Shift+Tab' });
	await page.keyboard.press('Enter');
	await keepsFocus(row.getByRole('textbox'));
	await page.keyboard.press('Control+a');
	await page.keyboard.type(second!.url);
	await tabTo(page, button('Save'), { within: 1 });
	await page.keyboard.press('Space');
	await row.getByText(new RegExp(`${second!.id.slice(-4)}/••••`)).waitFor();
	await keepsFocus(button('Edit'));
	await tabTo(page, button('Test'), { within: 1 });
	await page.keyboard.press('Enter');
	await page.getByText(/Discord accepted the test/).waitFor();
	await keepsFocus(button('Test'));
	// Options and Pause come between.
	await tabTo(page, button('Delete'), { within: 3 });
	await page.keyboard.press('Enter');
	await row.waitFor({ state: 'detached' });
	await page.keyboard.press('Control+z');
	await row.waitFor();
	expect(problems).toEqual([]);
});

test('the keyboard crops and downloads a picture, and Escape returns the focus', async () => {
	const { page, problems } = await fixture.open();
	await page.goto(`${fixture.url}/freefetcher`);
	await page.getByLabel('SKU').focus();
	await page.keyboard.type('CK9246-101');
	await page.keyboard.press('Enter');
	const picture = page.getByRole('button', { name: 'Edit CK9246-101, view A' });
	await picture.waitFor();
	await tabTo(page, picture, { within: 20 });
	await page.keyboard.press('Enter');
	const editor = page.getByRole('dialog', { name: 'Edit image' });
	await editor.locator('[data-testid=cropper]').waitFor();
	await tabTo(page, editor.getByRole('radio', { name: '1:1', exact: true }));
	await page.keyboard.press('ArrowDown');
	await tabTo(page, editor.getByLabel('Zoom', { exact: true }), { within: 1 });
	await page.keyboard.press('Control+a');
	await page.keyboard.type('2');
	await tabTo(page, editor.getByRole('slider'), { within: 1 });
	await page.keyboard.press('ArrowLeft');
	await expect.poll(() => editor.getByLabel('Zoom', { exact: true }).inputValue()).toBe('1.99');
	await tabTo(page, editor.getByLabel('File name'), { within: 1 });
	await page.keyboard.type('by keyboard');
	await tabTo(page, editor.getByRole('button', { name: 'Download' }));
	const file = await downloaded(page, () => page.keyboard.press('Enter'));
	// The image has 400 pixels and is zoomed; the crop is 0.625 times as wide as it is high.
	expect(file).toMatchObject({ name: 'by keyboard.jpg', size: [126, 201] });
	await page.keyboard.press('Escape');
	await editor.waitFor({ state: 'detached' });
	await keepsFocus(picture);
	expect(problems).toEqual([]);
});

test('the keyboard adds a user, assigns a role, deletes and restores', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/access');
	const add = page.getByRole('button', { name: 'Add User' });
	await add.focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Add User' });
	await keepsFocus(dialog.getByLabel('Discord ID'));
	await page.keyboard.type('100000000000000004');
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	await keepsFocus(add);

	const row = page.getByRole('row', { name: /100000000000000004/ });
	await row.waitFor();
	const roles = row.getByRole('button', { name: /^Roles/ });
	await tabTo(page, roles, { within: 20 });
	await page.keyboard.press('Enter');
	// The popup takes the focus once it is open.
	await keepsFocus(page.getByLabel('Editor'));
	await tabTo(page, page.getByLabel('Premium Client'));
	await page.keyboard.press('Space');
	await row.getByRole('cell', { name: 'Premium Client' }).waitFor();
	await page.keyboard.press('Escape');
	await keepsFocus(roles);
	await tabTo(page, row.getByRole('button', { name: /^Delete/ }), { within: 2 });
	await page.keyboard.press('Enter');
	await row.waitFor({ state: 'detached' });
	await page.keyboard.press('Control+z');
	await row.waitFor();

	const account = page.getByRole('button', { name: 'Account of Ada' });
	await account.focus();
	await page.keyboard.press('Enter');
	await keepsFocus(page.getByRole('menuitem', { name: 'Dashboard' }));
	await page.keyboard.press('ArrowDown');
	await keepsFocus(page.getByRole('menuitem', { name: 'User Portal' }));
	await page.keyboard.press('Escape');
	await keepsFocus(account);
	expect(problems).toEqual([]);
});

test('the keyboard adds, removes and filters SKUs', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/imagemonitor');
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

test('the keyboard inserts, edits and deletes keywords, and each dialog returns the focus', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/twitter');
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
