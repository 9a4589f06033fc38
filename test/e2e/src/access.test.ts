import { expect, test } from 'vitest';
import { hold } from './browser.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('an operator adds users, changes roles, and undoes a deletion', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/access', { clock: true });
	await page.getByRole('button', { name: 'Add User' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add User' });
	await dialog.getByLabel('Discord ID').fill('123');
	await dialog.getByRole('button', { name: 'Add User' }).click();
	await dialog.getByText('must be a Discord id of 17 to 20 digits').waitFor();
	await dialog.getByLabel('Access').selectOption('Admin');
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await dialog.waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Add User' }).click();
	// The form is empty for the next user, except for the access level.
	await expect.poll(() => dialog.getByText('must be a Discord id').count()).toBe(0);
	expect(await dialog.getByLabel('Access').inputValue()).toBe('true');
	await dialog.getByLabel('Discord ID').fill('100000000000000008');
	await dialog.getByLabel('Access').selectOption('Admin');
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	const admin = page.getByRole('row', { name: /100000000000000008/ });
	await admin.getByText('Admin', { exact: true }).first().waitFor();
	await page.getByRole('button', { name: 'Add User' }).click();
	expect(await dialog.getByLabel('Access').inputValue()).toBe('true');
	await dialog.getByLabel('Discord ID').fill('100000000000000003');
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	const row = page.getByRole('row', { name: /100000000000000003/ });
	await row.getByText('Not signed in yet').waitFor();
	await row.getByRole('button', { name: 'Roles of Not signed in yet' }).click();
	await expect.poll(() => page.getByLabel('Admin').isDisabled()).toBe(true);
	await page.locator('label s', { hasText: 'Admin' }).waitFor();
	await page.getByLabel('Premium Client').check();
	await row.getByRole('cell', { name: 'Premium Client', exact: true }).waitFor();
	await page.keyboard.press('Escape');
	const count = async () => Number((await page.getByRole('button', { name: /^All \d+$/ }).innerText()).slice(4));
	const before = await count();
	await row.getByRole('button', { name: /^Delete Not signed in yet/ }).click();
	await row.waitFor({ state: 'detached' });
	expect(await count()).toBe(before - 1);
	await page.getByRole('button', { name: 'Undo' }).click();
	await row.waitFor();
	await row.getByRole('button', { name: /^Delete Not signed in yet/ }).click();
	await row.waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Add User' }).click();
	await dialog.getByLabel('Discord ID').fill('100000000000000003');
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	await row.waitFor();
	// Discord uses the discriminator '0' for users without one.
	await page
		.getByRole('row', { name: /100000000000000001/ })
		.getByText('Ada', { exact: true })
		.waitFor();

	await page.getByLabel('Filter users').fill('10000000000000000');
	for (const one of [row, admin]) await one.getByRole('checkbox', { name: /^Select/ }).check();
	await page.getByRole('button', { name: 'Delete selected' }).click();
	await page.getByText('Deleted 2 users').waitFor();
	await row.waitFor({ state: 'detached' });
	await page.clock.fastForward(8000);
	await page.getByText('Deleted 2 users').waitFor({ state: 'detached' });
	expect([await row.count(), await admin.count()]).toEqual([0, 0]);
	expect(problems).toEqual([expect.stringMatching(/^400 .*adduser/)]);
});

test('editing the ids outdates the preview of clients to add', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/settings/access');
	await page.getByRole('button', { name: 'Add many' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add many clients' });
	const [first, second] = ['199999999999999991', '199999999999999992'];
	await dialog.getByLabel('Discord IDs').fill(first);
	const reading = await hold(page, '**/api/bulk/users');
	const preview = dialog.getByRole('button', { name: 'Preview' });
	await preview.click();
	await dialog.getByLabel('Discord IDs').fill(second);
	reading.release();
	await preview.and(page.locator(':not([aria-disabled])')).waitFor();
	await preview.click();
	await dialog.getByRole('list', { name: 'Outcome of each id' }).getByText(second).waitFor();
	await dialog.getByRole('button', { name: 'Save 1 client' }).click();
	await page.getByRole('row', { name: new RegExp(second) }).waitFor();
	await expect.poll(() => page.getByRole('row', { name: new RegExp(first) }).count()).toBe(0);
	expect(problems).toEqual([]);
});
