import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind, navigate } from './browser.ts';
import { useFixture } from './fixture.ts';
import { keepsFocus, tabTo } from './keys.ts';
import { expectBothLooks } from './looks.ts';

const fixture = useFixture();

const PATH = '/dashboard/settings/stocknumber';
const endpoints = (page: Page) => page.getByRole('region', { name: 'Webhook URL' });
const row = (page: Page, label: string) => endpoints(page).getByRole('listitem').filter({ hasText: label });
/** The checkbox of a saved webhook among the recipients. */
const recipient = (page: Page, label: string) =>
	page.getByRole('group', { name: 'webhooks to choose' }).getByLabel(label);
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const tally = (page: Page) => page.getByRole('group', { name: 'Deliveries of the last announcement' });
const fill = async (page: Page, title: string) => {
	await page.getByLabel('Title').fill(title);
	await page.getByLabel('Thumbnail (URL)').fill(`${fixture.url}/logo.png`);
	await page
		.getByLabel('Description')
		.fill('US 9: **12 pairs**\n[Shop](https://shop.example/x) <b>raw</b> `now` ||hidden||\n> said');
};
/** Saves one of the sandbox's webhooks under a label, with the keyboard. */
const add = async (page: Page, label: string) => {
	const [webhook] = await fixture.control.createWebhooks({ count: 1, ownChannels: true });
	await page.getByRole('button', { name: 'Add webhook' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	await expect.poll(() => dialog.getByLabel('Label').evaluate((one) => one === document.activeElement)).toBe(true);
	await page.keyboard.type(label);
	await page.keyboard.press('Tab');
	await page.keyboard.type(webhook!.url);
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	await row(page, label).waitFor();
	return webhook!;
};
/** All messages of announcements with this title. */
const arrived = async (title: string) =>
	(await fixture.control.messages()).filter(({ body }) => JSON.stringify(body).includes(`"title":"${title}"`));

test('a double click sends an announcement once', async () => {
	const { page, problems } = await fixture.as('Ada', PATH, { clock: true });
	await endpoints(page)
		.getByText(/^No webhooks yet/)
		.waitFor();
	await add(page, 'main');
	await add(page, 'lounge');
	await fill(page, 'Double');
	const preview = page.getByRole('region', { name: 'Preview' });
	await preview.locator('strong', { hasText: '12 pairs' }).waitFor();
	await preview.getByRole('link', { name: 'Shop' }).waitFor();
	await preview.getByText('<b>raw</b>').waitFor();
	await preview.getByText('Dropwire Stock Numbers').waitFor();
	await preview.getByRole('img', { name: 'Thumbnail' }).waitFor();
	await expectBothLooks(page, '.discord:has(strong):has(.embed-thumbnail img)');

	await send(page).click();
	await page.getByText('Error: choose at least one recipient.').waitFor();
	await expectBothLooks(page, 'form:has(.banner.bad)');
	await page.getByLabel('All 2 webhooks').check();
	await page.getByText('to 2 webhooks').waitFor();
	await send(page).dblclick();
	await page.getByText('Sent successfully to 2 webhooks').waitFor();
	await expectBothLooks(page, 'form:has(.banner.good)');
	await tally(page).getByText('Delivered2').waitFor();
	await tally(page).getByText('Waiting0').waitFor();
	await expectBothLooks(page, '.tally:has(.dot.good)');
	expect(await page.getByLabel('Title').inputValue()).toBe('');
	const messages = await arrived('Double');
	expect(messages.map(({ body }) => body)).toEqual([messages[0]!.body, messages[0]!.body]);
	expect(messages[0]!.body).toMatchObject({
		username: 'Dropwire',
		embeds: [
			{
				title: 'Double',
				color: 0xffb020,
				thumbnail: { url: `${fixture.url}/logo.png` },
				footer: { text: 'Dropwire Stock Numbers', icon_url: `${fixture.url}/logo.png` },
			},
		],
	});
	await page.clock.fastForward(8000);
	await page.getByText('Sent successfully').waitFor({ state: 'detached' });
	expect(problems).toEqual([]);
});

test('an announcement reaches servers that link Stock Numbers if the operator selects them', async () => {
	const { page: client } = await fixture.as('Cleo', '/dashboard');
	const link = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'Stock Numbers' };
	await callBehind(client, '/api/channelinsert', link);
	const webHook = await fixture.webhookUrl(11);
	await callBehind(client, '/api/webhookinsert', { ...link, webHook });

	const { page, problems } = await fixture.as('Ada', PATH);
	const servers = page.getByLabel('All 1 server with a link to Stock Numbers (1 webhook)');
	await servers.waitFor();
	await expect.poll(() => servers.isChecked()).toBe(false);
	await fill(page, 'For servers');
	await send(page).click();
	await page.getByText('Error: choose at least one recipient.').waitFor();
	await servers.check();
	await page.getByText('to 1 webhook', { exact: true }).waitFor();
	await send(page).click();
	await page.getByText('Sent successfully to 1 webhook').waitFor();
	await tally(page).getByText('Delivered1').waitFor();
	await expect.poll(() => servers.isChecked()).toBe(false);
	expect(await arrived('For servers')).toHaveLength(1);
	expect(problems).toEqual([]);
});

test('sending again after a lost response sends no second message', async () => {
	const { page } = await fixture.as('Ada', PATH);
	await add(page, 'lossy');
	await recipient(page, 'lossy').check();
	await fill(page, 'Lossy');
	let editable: boolean | undefined;
	await page.route('**/api/stocknumbersend', async (route) => {
		editable = await page.getByLabel('Title').isEditable();
		await route.fetch();
		await route.abort();
	});
	await send(page).click();
	await page.getByText('Error: The server cannot be reached. Try again in a moment.').waitFor();
	await expect.poll(async () => (await arrived('Lossy')).length).toBe(1);
	expect(editable).toBe(false);
	await page.unroute('**/api/stocknumbersend');
	// Another screen keeps the text, and sending it from a second visit is still the same announcement.
	await navigate(page, '/dashboard/settings/overview');
	await navigate(page, PATH);
	await recipient(page, 'lossy').check();
	expect(await page.getByLabel('Title').inputValue()).toBe('Lossy');
	await send(page).click();
	await page.getByText('Sent successfully to 1 webhook').waitFor();
	await tally(page).getByText('Delivered1').waitFor();
	expect(await arrived('Lossy')).toHaveLength(1);

	// A changed announcement is a new one; this one is written, its webhook chosen, and sent by keyboard alone.
	const choose = recipient(page, 'lossy');
	await expect.poll(() => choose.isChecked()).toBe(false);
	await page.getByLabel('Title').focus();
	await page.keyboard.type('Lossy two');
	await page.keyboard.press('Tab');
	// Pasted, since the preview would load the picture of an address that is typed in part.
	await page.keyboard.insertText(`${fixture.url}/logo.png`);
	await page.keyboard.press('Tab');
	await page.keyboard.type('US 9: **12 pairs**');
	await page.keyboard.press('Enter');
	await page.keyboard.type('US 10: none');
	await tabTo(page, choose);
	await page.keyboard.press('Space');
	await tabTo(page, send(page));
	await page.keyboard.press('Enter');
	await page.getByText('Sent successfully to 1 webhook').waitFor();
	await keepsFocus(send(page));
	await expect.poll(() => arrived('Lossy two')).toHaveLength(1);
	expect(JSON.stringify(await arrived('Lossy two'))).toContain('US 9: **12 pairs**\\nUS 10: none');
});

test('an invalid announcement shows its errors at the fields and sends nothing', async () => {
	const { page, problems } = await fixture.as('Ada', PATH);
	await add(page, 'strict');
	await recipient(page, 'strict').check();
	await fill(page, 'x'.repeat(257));
	await page.getByText('1 character too many').waitFor();
	await send(page).click();
	await page.getByText('Error: This must have at most 256 characters.').waitFor();
	await expectBothLooks(page, 'form:has([id$=error])');
	await page.getByLabel('Title').fill('Strict');
	await page.getByText('250 characters left').waitFor();
	await page.getByLabel('Thumbnail (URL)').fill('ftp://example.com/x.png');
	await send(page).click();
	await page.getByText('Error: This must be a URL that begins with http:// or https://.').waitFor();
	expect(await arrived('Strict')).toEqual([]);
	expect(problems).toEqual([expect.stringMatching(/^400/), expect.stringMatching(/^400/)]);
});

// manager.test.ts has the rows and the dialogs that this list shares with other lists.
test('an operator edits, filters and deletes endpoints, and a dead one is counted as failed', async () => {
	const { page, problems } = await fixture.as('Ada', PATH, { clock: true });
	const [doomed] = [await add(page, 'doomed one'), await add(page, 'doomed two')];
	await page.getByRole('button', { name: 'Add webhook' }).click();
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	await dialog.getByLabel('Label').fill('doomed one');
	await dialog.getByLabel('Webhook URL').fill(doomed.url);
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await dialog.getByText(/^Error: /).waitFor();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await dialog.waitFor({ state: 'detached' });

	const [other] = await fixture.control.createWebhooks({ count: 1, ownChannels: true });
	await page.getByRole('button', { name: 'Edit doomed one' }).click();
	await page.getByLabel('Webhook URL of doomed one').fill(other!.url);
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: 'Edit doomed one' }).waitFor();
	await fixture.control.deleteWebhook(other!.id);
	await page.getByLabel('Filter webhooks').fill('DOOMED ONE');
	await expect.poll(() => endpoints(page).getByRole('listitem').count()).toBe(1);
	await recipient(page, 'doomed one').check();
	await fill(page, 'Doomed');
	await send(page).click();
	await tally(page).getByText('Failed1').waitFor();
	await expectBothLooks(page, '.tally:has(.dot.bad)');
	await tally(page).getByRole('link', { name: 'Show failed deliveries' }).waitFor();
	await row(page, 'doomed one')
		.getByText(/Off: Discord answered 404/)
		.waitFor();

	await page.getByRole('button', { name: 'Delete doomed one' }).click();
	await page.getByText('No label matches the filter.').waitFor();
	await page.getByRole('button', { name: 'Undo' }).click();
	await row(page, 'doomed one').waitFor();
	await page.getByLabel('Filter webhooks').fill('doomed');
	await row(page, 'doomed two').getByRole('checkbox').check();
	await endpoints(page).getByLabel('Select all webhooks').check();
	await endpoints(page).getByRole('button', { name: 'Delete selected' }).click();
	await page.getByText('Deleted 2 webhooks').waitFor();
	await page.clock.fastForward(8000);
	await page.getByText('Deleted 2 webhooks').waitFor({ state: 'detached' });
	await page.goto(`${fixture.url}${PATH}?filter=doomed`);
	await page.getByText('No label matches the filter.').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^409/)]);
});
