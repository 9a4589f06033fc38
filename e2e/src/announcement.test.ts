import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();

const PATH = '/dashboard/settings/stocknumber';
const endpoints = (page: Page) => page.getByRole('region', { name: 'Webhook URL' });
const row = (page: Page, label: string) => endpoints(page).getByRole('listitem').filter({ hasText: label });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const tally = (page: Page) => page.getByRole('group', { name: 'Deliveries of the last announcement' });
const fill = async (page: Page, title: string) => {
	await page.getByLabel('Title').fill(title);
	await page.getByLabel('Thumbnail (URL)').fill(`${stage.url}/logo.png`);
	await page.getByLabel('Description').fill('US 9: **12 pairs**\n[Shop](https://shop.example/x) <b>raw</b>');
};
/** Saves a webhook of the sandbox under a label, by keyboard. */
const add = async (page: Page, label: string) => {
	const [webhook] = await stage.control.createWebhooks({ count: 1, ownChannels: true });
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
/** The messages of announcements with this title, all of them. */
const arrived = async (title: string) =>
	(await stage.control.messages()).filter(({ body }) => JSON.stringify(body).includes(`"title":"${title}"`));

test('an announcement is seen before it goes, goes once for a double click, and is counted', async () => {
	const { page, problems } = await stage.as('Ada', PATH, { clock: true });
	await endpoints(page)
		.getByText(/^No webhook yet/)
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

	await send(page).click();
	await page.getByText('Error: choose at least one webhook below.').waitFor();
	await endpoints(page).getByLabel('Choose all webhooks').check();
	await page.getByText('to 2 webhooks').waitFor();
	await send(page).dblclick();
	await page.getByText('Sent successfully to 2 webhooks').waitFor();
	await tally(page).getByText('Delivered2').waitFor();
	await tally(page).getByText('Waiting0').waitFor();
	expect(await page.getByLabel('Title').inputValue()).toBe('');
	const messages = await arrived('Double');
	expect(messages.map(({ body }) => body)).toEqual([messages[0]!.body, messages[0]!.body]);
	expect(messages[0]!.body).toMatchObject({
		username: 'Dropwire',
		embeds: [
			{
				title: 'Double',
				color: 0xffb020,
				thumbnail: { url: `${stage.url}/logo.png` },
				footer: { text: 'Dropwire Stock Numbers', icon_url: `${stage.url}/logo.png` },
			},
		],
	});
	await page.clock.fastForward(8000);
	await page.getByText('Sent successfully').waitFor({ state: 'detached' });
	expect(problems).toEqual([]);
}, 60_000);

test('where the answer was lost, sending again sends nothing more; bad news stays until then', async () => {
	const { page } = await stage.as('Ada', PATH);
	await add(page, 'lossy');
	await row(page, 'lossy').getByRole('checkbox').check();
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
	await send(page).click();
	await page.getByText('Sent successfully to 1 webhook').waitFor();
	await tally(page).getByText('Delivered1').waitFor();
	expect(await arrived('Lossy')).toHaveLength(1);

	// Changed, it is another one.
	await fill(page, 'Lossy two');
	await send(page).click();
	await expect.poll(async () => (await arrived('Lossy two')).length).toBe(1);
}, 60_000);

test('what is too long, or no address, is refused beside its field and nothing is sent', async () => {
	const { page, problems } = await stage.as('Ada', PATH);
	await add(page, 'strict');
	await row(page, 'strict').getByRole('checkbox').check();
	await fill(page, 'x'.repeat(257));
	await page.getByText('Characters too many: 1').waitFor();
	await send(page).click();
	await page.getByText('Error: This must have at most 256 characters.').waitFor();
	await page.getByLabel('Title').fill('Strict');
	await page.getByText('Characters left: 250').waitFor();
	await page.getByLabel('Thumbnail (URL)').fill('ftp://example.com/x.png');
	await send(page).click();
	await page.getByText('Error: This must be an address that begins with http:// or https://.').waitFor();
	expect(await arrived('Strict')).toEqual([]);
	expect(problems).toEqual([expect.stringMatching(/^400/), expect.stringMatching(/^400/)]);
}, 60_000);

test('endpoints are edited, tested, filtered, and deleted with a way back; a dead one is counted as failed', async () => {
	const { page, problems } = await stage.as('Ada', PATH, { clock: true });
	const doomed = await add(page, 'doomed');
	await page.getByRole('button', { name: 'Add webhook' }).click();
	const dialog = page.getByRole('dialog', { name: 'Enter the new webhook' });
	await dialog.getByLabel('Label').fill('doomed');
	await dialog.getByLabel('Webhook URL').fill('https://example.com/hook');
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await dialog.getByText(/Error: This must be a Discord webhook URL/).waitFor();
	await dialog.getByLabel('Webhook URL').fill(doomed.url);
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await dialog.getByText(/^Error: /).waitFor();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await dialog.waitFor({ state: 'detached' });

	const [other] = await stage.control.createWebhooks({ count: 1, ownChannels: true });
	await page.getByRole('button', { name: 'Edit doomed' }).click();
	await page.getByLabel('Webhook URL of doomed').fill(other!.url);
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: 'Test doomed' }).click();
	await page.getByText(/Discord took the test after/).waitFor();

	await stage.control.deleteWebhook(other!.id);
	await page.reload();
	await row(page, 'doomed').waitFor();
	await page.getByLabel('Filter webhooks').fill('DOOM');
	await expect.poll(() => endpoints(page).getByRole('listitem').count()).toBe(1);
	await endpoints(page).getByLabel('Choose all webhooks').check();
	await fill(page, 'Doomed');
	await send(page).click();
	await tally(page).getByText('Failed1').waitFor();
	await tally(page).getByRole('link', { name: 'See what failed' }).waitFor();
	await page.clock.fastForward(10_000);
	await row(page, 'doomed')
		.getByText(/Off: Discord answered 404/)
		.waitFor();

	await page.getByRole('button', { name: 'Delete doomed' }).click();
	await page.getByText('None with that label.').waitFor();
	await page.getByRole('button', { name: 'Undo' }).click();
	await row(page, 'doomed').waitFor();
	await endpoints(page).getByRole('button', { name: 'Delete chosen' }).click();
	await page.getByText('Deleted doomed').waitFor();
	await page.clock.fastForward(8000);
	await page.getByText('Deleted doomed').waitFor({ state: 'detached' });
	await page.reload();
	await endpoints(page).waitFor();
	await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
	expect(await row(page, 'doomed').count()).toBe(0);

	// Several go together, and come back together.
	for (const label of ['pair one', 'pair two']) await add(page, label);
	await page.goto(`${stage.url}${PATH}?filter=pair`);
	await endpoints(page).getByLabel('Choose all webhooks').check();
	await endpoints(page).getByRole('button', { name: 'Delete chosen' }).click();
	await page.getByText('Deleted 2 webhooks').waitFor();
	await page.getByRole('button', { name: 'Undo' }).click();
	await row(page, 'pair one').waitFor();
	await row(page, 'pair two').waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400/), expect.stringMatching(/^409/)]);
}, 90_000);
