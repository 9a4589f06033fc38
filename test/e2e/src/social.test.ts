import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { CHANGES_POLL_MS, useFixture } from './fixture.ts';
import { expectBothLooks } from './looks.ts';

const fixture = useFixture({ POLL_INTERVAL_MS: CHANGES_POLL_MS });

const settings = '/dashboard/settings';

test('an operator inserts, edits and deletes promo codes', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/twitter`);
	const list = page.getByRole('region', { name: 'Promo codes', exact: true });
	const insert = async (code: string) => {
		await page.getByRole('button', { name: 'Insert a promo code' }).click();
		const dialog = page.getByRole('dialog', { name: 'Insert promo code' });
		await dialog.getByLabel('Promo Code').fill(code);
		await dialog.getByLabel('Description').fill('10% off');
		return dialog;
	};
	const first = await insert('DROP10');
	await expectBothLooks(page, '[role=dialog]');
	await page.keyboard.press('Enter');
	await first.waitFor({ state: 'detached' });
	await list.getByText('DROP10').waitFor();
	const refused = await insert('DROP10');
	await page.keyboard.press('Enter');
	await refused.getByText('Error: This already exists.').waitFor();
	await expectBothLooks(page, '[role=dialog]');
	await refused.getByRole('button', { name: 'Cancel' }).click();
	await refused.waitFor({ state: 'detached' });

	await list.getByRole('button', { name: 'Edit DROP10' }).click();
	const edit = page.getByRole('dialog', { name: 'Edit promo code' });
	await edit.getByRole('button', { name: 'Delete' }).waitFor();
	await expectBothLooks(page, 'body:has([role=dialog] .apart)');
	await edit.getByLabel('Promo Code').fill('DROP20');
	// Another operator saves this code in the meantime.
	await callBehind(page, '/twitter/edit-promocode', { id: '1', promocode: 'DROP10', description: '15% off' });
	await edit.getByRole('button', { name: 'Edit', exact: true }).click();
	await edit.getByText(/^Error: This promo code has since been changed to "DROP10" \(15% off\), .* again/).waitFor();
	await list.getByText('15% off').waitFor();
	await edit.getByRole('button', { name: 'Edit', exact: true }).click();
	await edit.waitFor({ state: 'detached' });
	await list.getByRole('button', { name: 'Edit DROP20' }).click();
	await edit.getByRole('button', { name: 'Delete' }).click();
	await edit.waitFor({ state: 'detached' });
	await list.getByText('No promo codes yet.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^409/), expect.stringMatching(/^409/)]);
});

test('an operator edits the blacklist and the keywords of a category', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/twitter`);
	const card = page.getByRole('region', { name: 'Other Monitor' });
	await card.getByText('No blacklisted words.').waitFor();

	for (const word of ['gift card', 'sample']) {
		await card.getByRole('button', { name: 'Insert a blacklist word for Other' }).click();
		const dialog = page.getByRole('dialog', { name: /^Insert blacklist word/ });
		if (word === 'sample') await expectBothLooks(page, '[role=dialog]');
		await dialog.getByRole('textbox', { name: 'Blacklist', exact: true }).fill(word);
		await dialog.getByRole('button', { name: 'Insert' }).click();
		await dialog.waitFor({ state: 'detached' });
	}
	await card.getByRole('button', { name: 'Edit the blacklist of Other' }).click();
	const edit = page.getByRole('dialog', { name: /^Edit blacklist word/ });
	await expectBothLooks(page, '[role=dialog]:has(select)');
	await edit.getByLabel('Word to edit').selectOption('sample');
	await edit.getByLabel('Blacklist Word').fill('GIFT CARD');
	await edit.getByRole('button', { name: 'Edit', exact: true }).click();
	await edit.getByText('Error: This is blacklisted already.').waitFor();
	await edit.getByLabel('Blacklist Word').fill('toddler');
	await edit.getByRole('button', { name: 'Edit', exact: true }).click();
	await edit.waitFor({ state: 'detached' });
	await card.getByRole('button', { name: 'Edit blacklist word toddler' }).click();
	await edit.getByRole('button', { name: 'Delete' }).click();
	await edit.waitFor({ state: 'detached' });
	await card.getByRole('button', { name: 'Edit blacklist word toddler' }).waitFor({ state: 'detached' });

	await card.getByRole('button', { name: 'Insert a new keyword for Other' }).click();
	const insert = page.getByRole('dialog', { name: 'Insert keyword' });
	await expect
		.poll(() => insert.getByLabel('Type').locator('option').allTextContents())
		.toEqual(['State Change', 'Price Change', 'Restock']);
	expect(await insert.getByLabel('Category').inputValue()).toBe('other');
	await insert.getByLabel('Keyword').fill('tech fleece');
	await insert.getByLabel('Type').selectOption('Restock');
	await insert.getByLabel('Cooldown').fill('');
	await insert.getByRole('button', { name: 'Insert' }).click();
	await insert.waitFor({ state: 'detached' });
	const tile = card.getByRole('button', { name: 'Edit keyword tech fleece' });
	expect((await tile.innerText()).split('\n')).toEqual(['tech fleece', 'Restock', 'No Cooldown']);
	const onOff = card.getByRole('switch', { name: 'Posts of Other Monitor' });
	expect(await onOff.getAttribute('aria-checked')).toBe('false');
	await page.route('**/twitter/update-keywords-status', (route) => route.abort());
	await onOff.click();
	await card.getByText('Error: The server cannot be reached.').waitFor();
	await expectBothLooks(page, '[aria-labelledby=monitor-other]:has(.keyword-row):has(.on-off-error)');
	expect(await onOff.getAttribute('aria-checked')).toBe('false');
	await page.unroute('**/twitter/update-keywords-status');
	await onOff.focus();
	await page.keyboard.press('Space');
	await expect.poll(() => onOff.getAttribute('aria-checked')).toBe('true');
	await card.getByText('On', { exact: true }).waitFor();
	await expectBothLooks(page, '[aria-labelledby=monitor-other]:has(.keyword-row):has([aria-checked=true])');

	await tile.click();
	const change = page.getByRole('dialog', { name: 'Edit keyword' });
	await expect.poll(() => change.getByLabel('Category').isDisabled()).toBe(true);
	await expectBothLooks(page, '[role=dialog]:has(select:disabled)');
	await change.getByLabel('Cooldown').fill('5400');
	await change.getByRole('button', { name: 'Edit', exact: true }).click();
	await tile.getByText('1 h 30 min').waitFor();
	await callBehind(page, '/twitter/delete-keywords', { id: '2', keywordId: '1' });
	await tile.click();
	await change.getByRole('button', { name: 'Delete' }).click();
	await change.getByText(/^Error: This keyword/).waitFor();
	expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([
		expect.stringMatching(/^409/),
		expect.stringMatching(/^404/),
	]);
});

test('a product with a keyword is posted and shown with the next post', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/twitter`);
	const card = page.getByRole('region', { name: 'Shoe Monitor' });
	await card.getByRole('switch').click();
	await card.getByText('On', { exact: true }).waitFor();
	await card.getByRole('button', { name: 'Insert a new keyword for Shoe' }).click();
	const dialog = page.getByRole('dialog', { name: 'Insert keyword' });
	await dialog.getByLabel('Keyword').fill('jordan');
	await dialog.getByLabel('Type').selectOption('Price Change');
	await dialog.getByRole('button', { name: 'Insert' }).click();
	await dialog.waitFor({ state: 'detached' });
	await fixture.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice: 177 } });
	const posts = page.getByRole('region', { name: 'Recent posts' });
	await posts
		.getByRole('listitem')
		.filter({ hasText: 'CK9246-101 · US' })
		.filter({ hasText: 'posted' })
		.first()
		.waitFor();
	await expectBothLooks(page, '[aria-labelledby=recent-posts]:has(.post .dot.good)');
	await page.getByRole('region', { name: 'What the next post would look like' }).getByText(/·/).waitFor();
	await expectBothLooks(page, '[aria-labelledby=next-post]:has(.post-text)');
	await page.getByLabel('Filter posts').fill('nothing like it');
	await posts.getByText('No post matches the filter.').waitFor();
	await expectBothLooks(page, '[aria-labelledby=recent-posts]:has(.empty)');
	await expect.poll(() => page.getByText('X is not connected').count()).toBe(0);

	// The response of a server without keys; the sandbox always has keys.
	await page.route('**/twitter/posts', async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...((await response.json()) as object), connected: false } });
	});
	await page.reload();
	await page.getByText(/X is not connected: posts are composed and stored/).waitFor();
	await expectBothLooks(page, '.state');
	expect(problems).toEqual([]);
});
