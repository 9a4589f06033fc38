import { expect, test } from 'vitest';
import { callBehind, hold, retry } from './browser.ts';
import { keepsFocus, tabTo } from './keys.ts';
import { expectAccessible, expectBothLooks } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();
const path = '/account';

/** Opens a browser with a separate session, because `fixture.as` would share one. */
async function another(name: string, at: string) {
	const watched = await fixture.open();
	await watched.page.goto(`${fixture.url}${at}`);
	await watched.page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
	await watched.page.waitForURL(`${fixture.url}${at}`);
	return watched;
}

test('the keyboard ends one browser, one token, then all sessions', async () => {
	const phone = await another('Cleo', '/dashboard/admin');
	const { page, problems } = await another('Cleo', '/dashboard/admin');
	for (const name of ['old script', 'CI']) await callBehind(page, '/api/tokens', { name, scopes: ['read'] });
	const menu = page.getByRole('button', { name: 'Account of Cleo' });
	await menu.focus();
	await page.keyboard.press('Enter');
	const item = page.getByRole('menuitem', { name: 'Account' });
	await item.waitFor();
	await expect
		.poll(async () => {
			await page.keyboard.press('ArrowDown');
			return item.evaluate((one) => one === document.activeElement);
		})
		.toBe(true);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
	await page.getByText('This browser', { exact: true }).waitFor();

	const other = page.getByRole('button', { name: /^Sign out Chrome on Linux, last used/ });
	await tabTo(page, other, { within: 40 });
	await page.keyboard.press('Enter');
	await page.getByText('Signed out: Chrome on Linux.').waitFor();
	await other.waitFor({ state: 'detached' });
	await keepsFocus(page.getByRole('heading', { name: 'Browsers' }));
	await phone.page.goto(`${fixture.url}${path}`);
	await phone.page.getByRole('link', { name: /^Cleo/ }).waitFor();

	const script = page.getByRole('button', { name: 'Delete the token old script' });
	await tabTo(page, script);
	await page.keyboard.press('Enter');
	await page.getByText('Deleted the token old script').waitFor();
	await page.keyboard.press('Control+z');
	await script.waitFor();

	await tabTo(page, page.getByRole('button', { name: 'Sign out everywhere' }));
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' });
	await keepsFocus(dialog.getByLabel('Also this browser'));
	await tabTo(page, dialog.getByLabel(/^Also delete 2 API tokens/), { within: 1 });
	await page.keyboard.press('Space');
	await expectAccessible(page, '[role=dialog]');
	expect(problems).toEqual([]);
	await page.keyboard.press('Enter');
	await page.waitForURL(`${fixture.url}/`);
	// What the page reads in this moment can meet the end of its session.
	expect(problems.filter((problem) => !problem.startsWith('401 '))).toEqual([]);
	const again = await another('Cleo', path);
	await again.page.getByText('No API tokens.').waitFor();
});

test('the sessions show while they load, when they fail, and when loaded', async () => {
	const { page } = await fixture.as('mia', '/userportal/accesstoken');
	const { release } = await hold(page, /\/api\/sessions$/);
	await page.getByRole('link', { name: 'Account' }).click();
	await page.getByRole('group', { name: 'Loading' }).first().waitFor();
	await expectBothLooks(page);
	release();
	await page.getByText('This browser', { exact: true }).waitFor();
	await page.getByText('No API tokens.').waitFor();
	await expectBothLooks(page);
	await page.unrouteAll();
	await page.route(/\/api\/sessions$/, (route) =>
		route.fulfill({
			status: 500,
			json: { error: { code: 'internal', message: 'Something went wrong on our side.' } },
		}),
	);
	await page.reload();
	await page.getByRole('alert').getByText('Something went wrong on our side.').waitFor();
	await expectBothLooks(page);
	await retry(page, '**/api/sessions');
	await page.getByText('This browser', { exact: true }).waitFor();
});

test('signing out of this browser alone leaves the others signed in', async () => {
	const other = await another('mia', path);
	const { page } = await another('mia', path);
	const rows = page.getByRole('listitem').filter({ hasText: 'Chrome on Linux' });
	await expect.poll(() => rows.count()).toBeGreaterThan(1);
	await page.getByRole('button', { name: 'Sign out everywhere' }).click();
	await page.getByLabel('Also this browser').uncheck();
	await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
	await page.getByText(/other browsers? signed out\.$/).waitFor();
	await expect.poll(() => rows.count()).toBe(1);
	await other.page.goto(`${fixture.url}${path}`);
	await other.page.getByRole('link', { name: /^mia/ }).waitFor();
	await page.getByRole('button', { name: 'Sign out of this browser' }).click();
	await page.waitForURL(`${fixture.url}/`);
});

test('an API token is shown once and works until it is deleted', async () => {
	const { page, problems } = await another('Ada', '/dashboard/settings/tokens');
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.getByRole('button', { name: 'Create token' }).click();
	const dialog = page.getByRole('dialog', { name: 'Create token' });
	await dialog.getByLabel('Name').fill('price script');
	await expect.poll(() => dialog.getByLabel(/^Read/).isChecked()).toBe(true);
	await page.keyboard.press('Enter');
	const created = page.getByRole('region', { name: 'New token' });
	await created.getByText('It is not shown again.').waitFor();
	await expectAccessible(page);
	await created.getByRole('button', { name: 'Copy' }).click();
	await created.getByText('Copied', { exact: true }).waitFor();
	const token = await page.evaluate(() => navigator.clipboard.readText());
	const status = async (path: string, body?: object) => {
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
		const sent = body && { method: 'POST', body: JSON.stringify(body) };
		return (await fetch(`${fixture.url}${path}`, { headers, ...sent })).status;
	};
	expect(await status('/api/events')).toBe(200);
	// The scope is read only.
	expect(await status('/url/urlshorten', { originalUrl: 'https://www.nike.com/' })).toBe(403);

	await page.reload();
	const remove = page.getByRole('button', { name: 'Delete the token price script' });
	await remove.waitFor();
	expect(await page.content()).not.toContain(token);
	await remove.click();
	await page.getByText('Deleted the token price script').waitFor();
	// The deletion can be undone for some seconds; leaving the page ends that.
	await page.goto(`${fixture.url}${path}`);
	await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
	await expect.poll(() => status('/api/events')).toBe(401);
	expect(problems).toEqual([]);
});

test('the keyboard deletes what is stored about a member, after a confirmation', async () => {
	const { page } = await another('mia', path);
	await page.getByText('Your data', { exact: true }).waitFor();
	await tabTo(page, page.getByRole('button', { name: 'Delete my data' }), { within: 40 });
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Delete my data' });
	await keepsFocus(dialog.getByRole('checkbox'));
	await page.keyboard.press('Enter');
	await dialog.getByText('Error: This must be confirmed, because it cannot be undone.').waitFor();
	await expectAccessible(page);
	await page.keyboard.press('Space');
	await page.keyboard.press('Enter');
	await page.getByText('Your data is deleted, and you are signed out.').waitFor();
	await page.goto(`${fixture.url}${path}`);
	await page.getByRole('link', { name: /^mia/ }).waitFor();
});
