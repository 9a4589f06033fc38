import { expect, test } from 'vitest';
import { tabTo, keepsFocus } from './keys.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const settings = '/dashboard/settings';

test('the keyboard adds, removes and filters SKUs', async () => {
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

test('the keyboard inserts, edits and deletes keywords, and each dialog returns the focus', async () => {
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
