import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const group = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
const rows = (action: string, urls: Readonly<Record<string, string>>) => ({
	rows: Object.entries(urls).map(([label, value]) => ({ ...group, action, label, value })),
});

test('a deletion keeps webhooks that another operator has changed', async () => {
	const [lounge, cellar, other] = (await fixture.control.createWebhooks({ count: 3 })).map(({ url }) => url);
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/overview', { clock: true });
	await callBehind(page, '/api/bulk/webhooks', rows('INSERT', { lounge: lounge!, cellar: cellar! }));
	await page.locator('a[href="/dashboard/settings/hp"]').click();
	const row = (label: string) => page.getByRole('group', { name: label, exact: true });
	await row('lounge').getByRole('checkbox').check();
	await row('cellar').getByRole('checkbox').check();
	await callBehind(page, '/api/bulk/webhooks', rows('UPDATE', { cellar: other! }));
	await page.getByRole('button', { name: 'Delete selected' }).click();
	await page.getByText('Deleted 2 webhooks').waitFor();
	await page.clock.fastForward(8000);
	await page.getByText('cellar was not deleted: its URL has been changed elsewhere.').waitFor();
	await row('cellar').waitFor();
	await expect.poll(() => row('lounge').count()).toBe(0);
	await page.getByRole('button', { name: 'Close', exact: true }).click();

	await page.getByRole('button', { name: 'Options of cellar' }).click();
	const panel = page.getByRole('dialog', { name: 'Options of cellar' });
	await panel.getByLabel('Sender name').fill('Radar');
	await page.goBack();
	await panel.getByText('Not saved.').waitFor();
	await panel.getByRole('button', { name: 'Keep editing' }).click();
	expect(await panel.getByLabel('Sender name').inputValue()).toBe('Radar');
	await callBehind(page, '/api/bulk/webhooks', rows('UNSET', { cellar: other! }));
	await page.clock.runFor(5000);
	await panel.getByText('This webhook was removed from the list, so its options can no longer be saved.').waitFor();
	await panel.getByRole('button', { name: 'Close dialog' }).click();
	await panel.waitFor({ state: 'detached' });
	expect(new URL(page.url()).pathname).toBe('/dashboard/settings/hp');
	await page.goBack();
	await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
	// The panel asks for the options, and for examples of what its filter lets through.
	expect(problems.filter((problem) => !/^404 .*\/api\/subscription/.test(problem))).toEqual([]);
});

test("replacing another operator's URL needs a confirmation", async () => {
	const [first, theirs, own] = await fixture.control.createWebhooks({ count: 3 });
	await fixture.call('Ada', '/api/bulk/webhooks', rows('INSERT', { attic: first!.url }));
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/hp');
	const row = page.getByRole('group', { name: 'attic', exact: true });
	await row.getByRole('button', { name: 'Edit attic' }).click();
	await callBehind(page, '/api/bulk/webhooks', rows('UPDATE', { attic: theirs!.url }));
	await row.getByLabel('Webhook URL of attic').fill(own!.url);
	await page.keyboard.press('Enter');
	await row.getByText(/^Error: someone else has changed this URL. Save again/).waitFor();
	await page.keyboard.press('Enter');
	await row.getByText(`${own!.id.slice(-4)}/••••`).waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400 .*bulk\/webhooks/)]);
});

test("replacing a dead webhook keeps another operator's URL", async () => {
	const [dead, theirs, own] = await fixture.control.createWebhooks({ count: 3 });
	const hot1 = { brand: 'ADIDAS', category: 'HOT1', region: 'US', status: 'HOT1', label: 'shed' };
	await fixture.call('Ada', '/api/bulk/webhooks', rows('INSERT', { shed: dead!.url }));
	await fixture.call('Ada', '/api/bulk/webhooks', { rows: [{ ...hot1, action: 'INSERT', value: dead!.url }] });
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/hp');
	await page.getByRole('link', { name: 'shed', exact: true }).click();
	await page.getByRole('button', { name: 'shed (rename)' }).waitFor();
	await fixture.control.deleteWebhook(dead!.id);
	await page.getByRole('button', { name: 'Test' }).click();
	await page.getByLabel('New URL').fill(own!.url);
	await page.getByRole('button', { name: 'Preview' }).click();
	await page.getByText('Adidas Hot 1 · US, "shed"').waitFor();
	await callBehind(page, '/api/bulk/webhooks', { rows: [{ ...hot1, action: 'UPDATE', value: theirs!.url }] });
	await page.getByRole('button', { name: 'Replace in 2 lists' }).click();
	await page.getByText('No message yet').waitFor();
	await expect.poll(() => page.getByRole('checkbox', { name: 'HP Laptops · US' }).isChecked()).toBe(true);
	await expect.poll(() => page.getByRole('checkbox', { name: 'Adidas Hot 1 · US' }).isChecked()).toBe(false);
	// The page of the replaced webhook may ask for it once more before it is left.
	expect(problems.filter((problem) => !/^404 .*\/api\/webhook/.test(problem))).toEqual([]);
});

test('the audit log does not overwrite later changes', async () => {
	await fixture.call('Ada', '/twitter/insert-promocode', { promocode: 'DROP10', description: 'ten' });
	for (const description of ['eleven', 'twelve'])
		await fixture.call('Ada', '/twitter/edit-promocode', { id: '1', promocode: 'DROP10', description });
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/audit');
	const edits = page.getByRole('listitem').filter({ hasText: 'promoEdit promo code 1' });
	await edits.last().getByRole('button', { name: 'Restore' }).click();
	await edits
		.last()
		.getByText(/^Error: This promo code has since been changed to "DROP10" \(twelve\)/)
		.waitFor();
	await edits.first().getByRole('button', { name: 'Restore' }).click();
	await page.getByText('DROP10 restored.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^409/)]);
});

test('the panel of a user reports that another operator has removed them', async () => {
	const discordId = '100000000000000077';
	await fixture.call('Ada', '/api/adduser', { discordId, client: 'true' });
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/access', { clock: true });
	await page
		.getByRole('row', { name: new RegExp(discordId) })
		.getByRole('button', { name: /^Edit/ })
		.click();
	const panel = page.getByRole('dialog', { name: /^Edit/ });
	await panel.getByLabel('Note').fill('paid until June');
	await callBehind(page, '/api/usersdb', { action: 'DELETE', discordId });
	await page.clock.runFor(30_000);
	await panel.getByText('This user was removed from the access list, so nothing can be saved.').waitFor();
	expect(problems).toEqual([]);
});
