import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind, hold, signIn } from './browser.ts';
import { CHANGES_POLL_MS, useFixture } from './fixture.ts';
import { keepsFocus, tabTo } from './keys.ts';
import { expectAccessible, expectBothLooks } from './looks.ts';

const fixture = useFixture({ POLL_INTERVAL_MS: CHANGES_POLL_MS });

const guild = '/dashboard/admin/200000000000000001';
const regions = `${guild}?view=regions`;

/** Reports a role of a guild, as the bot does. */
async function reportRole(guildId: string, name: string): Promise<void> {
	const { data } = (await fixture.call('Ada', '/api/tokens', { name: 'bot', scopes: ['bot'] })) as {
		data: { token: string };
	};
	const { ok } = await fetch(`${fixture.url}/api/bot/roles`, {
		method: 'POST',
		headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ guildId, roles: [{ id: '600000000000000001', name }] }),
	});
	expect(ok).toBe(true);
}

test('a server admin adds a topic and a webhook, and a drop arrives', async () => {
	const { page, problems } = await fixture.as('Cleo', '/dashboard/admin');
	await page.getByRole('navigation', { name: 'Servers' }).getByRole('link', { name: 'Sole Searchers' }).click();
	await page.getByRole('link', { name: 'By region' }).click();
	await page.getByLabel('Select a channel for Japan').selectOption('Nike Shoes Active');
	await page.getByRole('link', { name: 'Nike Shoes Active' }).click();
	await page.getByRole('heading', { name: 'Webhooks Settings' }).waitFor();

	await page.getByLabel('Add a new webhook').fill('https://example.com/nothing');
	await page.getByRole('button', { name: 'Add' }).click();
	await page.getByText('must be a Discord webhook URL').waitFor();
	await page.getByLabel('Add a new webhook').fill(await fixture.webhookUrl(13));
	await page.getByRole('button', { name: 'Add' }).click();
	await page.getByText('…/webhooks/4000…0013/••••').waitFor();
	// The page reads the list every few seconds; by then Discord has reported the webhook's channel.
	await page.getByText('Sole Searchers · Channel 3000…0013').waitFor();
	await page.getByRole('button', { name: /^Test/ }).click();
	await page.getByText(/Discord accepted the test in/).waitFor();
	// The keyboard can reach the reason for the webhook's health.
	for (let steps = 0; steps < 2; steps++) await page.keyboard.press('Shift+Tab');
	await page.getByRole('tooltip').waitFor();

	const edit = page.getByRole('button', { name: /^Edit/ });
	const field = page.getByLabel(/^Webhook URL of/);
	const focused = () => edit.evaluate((button) => button === document.activeElement);
	await edit.click();
	await field.fill('');
	await page.getByRole('button', { name: /^Save/ }).click();
	expect(await field.evaluate((input) => input.matches(':invalid'))).toBe(true);
	await page.keyboard.press('Escape');
	await expect.poll(focused).toBe(true);
	await page.keyboard.press('Enter');
	await field.waitFor();
	const saving = await hold(page, '**/api/webhookedit');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	saving.release();
	await field.waitFor({ state: 'detached' });
	await expect.poll(focused).toBe(true);
	expect(saving.count()).toBe(1);

	// Japan is polled since somebody subscribes there; its first answer is no news.
	await expect.poll(async () => (await fixture.control.nikeRequests()).last.join()).toMatch(/marketplace(\(|%28)JP/);
	await fixture.control.setProduct({ sku: 'CK9246-101', region: 'JP', change: { currentPrice: 19_800 } });
	await fixture.control.waitForMessages({ count: 2, channelId: '300000000000000013' });
	await page.goto(`${fixture.url}${guild}/deliveries`);
	await page.getByText('Nike Shoes Active · JP').first().waitFor();
	await page.getByRole('link', { name: 'Sole Searchers' }).first().click();
	await page.getByText(/^[1-9]\d* sent/).waitFor();
	await page.getByText('Access, no end date').waitFor();
	await expectAccessible(page);
	expect(problems).toEqual([expect.stringMatching(/^400 .*webhookinsert/)]);
});

test('a webhook gets the events that pass its filter, except while it is paused', async () => {
	const guildId = '200000000000000002';
	const { page, problems } = await fixture.open();
	const live = await hold(page, '**/api/live');
	await signIn(page, fixture.url, `/dashboard/admin/${guildId}?view=regions`, 'Cleo');
	const place = { guildId, region: 'JP', toolsName: 'Nike Shoes Active' };
	const channelId = '300000000000000022';
	const url = await fixture.webhookUrl(22);
	await callBehind(page, '/api/channelinsert', place);
	const { data } = (await callBehind(page, '/api/webhookinsert', { ...place, webHook: url })) as {
		data: { id: string };
	};
	// What changed after the page read its data and before its stream began is shown, too.
	live.release();
	await reportRole(guildId, 'Nike drops');
	await page.getByRole('link', { name: 'Nike Shoes Active' }).click();
	const summary = page.getByRole('listitem').filter({ hasText: '4000…0022' });
	await summary.waitFor();
	/** The new price in each message; a message also shows the old one. */
	const prices = async () => {
		const texts = (await fixture.control.messages({ channelId })).map((message) => JSON.stringify(message));
		return texts.map((text) => /→ \*\*¥([\d,]+)/.exec(text)?.[1]);
	};
	/** Changes the price and waits until the change is an event, whoever gets it. */
	const change = async (currentPrice: number) => {
		const events = async () => JSON.stringify(await callBehind(page, '/api/events?sku=CK9246-101&region=JP'));
		await fixture.control.setProduct({ sku: 'CK9246-101', region: 'JP', change: { currentPrice } });
		await expect.poll(events, { timeout: 60_000 }).toContain(String(currentPrice));
	};
	await expect.poll(async () => (await fixture.control.nikeRequests()).last.join()).toMatch(/marketplace(\(|%28)JP/);
	await change(16_000);
	await expect.poll(prices, { timeout: 60_000 }).toEqual(['16,000']);

	const dialog = page.getByRole('dialog');
	await page.getByRole('button', { name: /^Options of/ }).click();
	await dialog.getByText(/Would have been sent: (\d+) of the last \1 event/).waitFor();
	await dialog.getByLabel('Highest price').pressSequentially('15,000');
	await dialog.getByText(/Would have been sent: 0 of the last/).waitFor();
	await dialog.getByText(/^The last/).click();
	await dialog.getByText('held back by the price').first().waitFor();
	await dialog.getByLabel('Mentioned roles').fill('@vip');
	await page.keyboard.press('Enter');
	await dialog.getByText('No role has the name "@vip". Choose one from the list.').waitFor();
	await page.keyboard.press('Backspace');
	await page.keyboard.type('nike');
	await page.keyboard.press('Enter');
	await dialog.getByText('@Nike drops').waitFor();
	await page.keyboard.press('Backspace');
	await dialog.getByText(/Would have been sent: 0/).waitFor();
	await expectAccessible(page, '[role=dialog]');

	// Another manager names the sender before this one saves.
	await callBehind(page, '/api/subscriptionedit', { id: data.id, options: { name: 'Radar' } });
	await dialog.getByRole('button', { name: 'Save' }).click();
	await dialog.getByRole('button', { name: 'Reload and keep my edits' }).click();
	await expect.poll(() => dialog.getByLabel('Sender name').inputValue()).toBe('Radar');
	expect(await dialog.getByLabel('Highest price').inputValue()).toBe('15000');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await dialog.waitFor({ state: 'detached' });
	await summary.getByText('1 filter · own sender').waitFor();
	await change(15_500);
	await change(14_000);
	await expect.poll(prices, { timeout: 60_000 }).toEqual(['16,000', '14,000']);

	await page.getByRole('button', { name: /^Pause/ }).click();
	await summary.getByText('Paused').waitFor();
	await change(13_500);
	await page.getByRole('button', { name: /^Resume/ }).click();
	await summary.getByText('Paused').waitFor({ state: 'detached' });
	await change(13_000);
	await expect.poll(prices, { timeout: 60_000 }).toEqual(['16,000', '14,000', '13,000']);
	// The unknown role is tried and previewed if it stays for a moment.
	const others = problems.filter((problem) => !/^400 .*subscription(try|preview)/.test(problem));
	expect(others).toEqual([expect.stringMatching(/^409 .*edit/)]);
});

test('the keyboard adds, opens, deletes and restores topics; selected ones are deleted for good', async () => {
	const { page, problems } = await fixture.as('Cleo', regions, { clock: true });
	const select = page.getByLabel('Select a channel for Mexico');
	await select.focus();
	const adding = await hold(page, '**/api/channelinsert');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	const name = await select.inputValue();
	expect([name === '', adding.count()]).toEqual([false, 0]);
	await page.keyboard.press('Enter');
	await expect.poll(adding.count).toBe(1);
	// What is selected while the first is being added is kept.
	await page.keyboard.press('ArrowDown');
	const next = await select.inputValue();
	adding.release();
	const topic = page.getByRole('link', { name, exact: true });
	await topic.waitFor();
	await page.locator('.add-channel button:not([aria-disabled])').waitFor();
	expect(await select.inputValue()).toBe(next);
	expect(adding.count()).toBe(1);
	await keepsFocus(select);
	await tabTo(page, topic, { by: 'Shift+Tab', within: 2 });
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'Webhooks Settings' }).waitFor();
	await page.goBack();
	await topic.waitFor();
	await select.focus();
	await tabTo(page, page.getByRole('button', { name: `Delete ${name}` }), { by: 'Shift+Tab', within: 1 });
	await page.keyboard.press('Enter');
	await topic.waitFor({ state: 'detached' });
	await page.keyboard.press('Control+z');
	await topic.waitFor();

	const region = page.getByRole('button', { name: /^Mexico/ });
	await region.click();
	await topic.waitFor({ state: 'detached' });
	await page.reload();
	await expect.poll(() => region.getAttribute('aria-expanded')).toBe('false');
	await region.click();
	await topic.waitFor();

	const other = await hold(page, /channellist\?guildId=200000000000000002/);
	await page.getByRole('link', { name: 'Restock Radar' }).click();
	await topic.waitFor({ state: 'detached' });
	other.release();
	await page
		.getByRole('button', { name: /^Nike Shoes Active, / })
		.first()
		.waitFor();
	await expect.poll(() => topic.count()).toBe(0);

	await page.goBack();
	await page.getByLabel('Filter topics').fill('mexico');
	await page.getByRole('heading', { name: 'Japan' }).waitFor({ state: 'detached' });
	await page.getByRole('checkbox', { name: `Select ${name}` }).check();
	await page.getByRole('checkbox', { name: 'Select all topics' }).check();
	await page.getByRole('button', { name: 'Delete selected' }).click();
	await page.getByText(`Deleted ${name}`).waitFor();
	await page.clock.fastForward(8000);
	await page.getByText(`Deleted ${name}`).waitFor({ state: 'detached' });
	await page.reload();
	await page.getByRole('heading', { name: /Topics by region/ }).waitFor();
	await expect.poll(() => topic.count()).toBe(0);
	expect(problems).toEqual([]);
});

test('the keyboard sets up a server from its card to the test message', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/admin');
	const press = async (target: Locator, within?: number) => {
		await tabTo(page, target, { within });
		await page.keyboard.press('Enter');
	};
	const card = page.getByRole('article', { name: 'Dropwire HQ' }).getByRole('link');
	await card.waitFor();
	await press(card, 40);
	await page.waitForURL('**/200000000000000003?step=what');
	const dialog = page.getByRole('dialog');
	const cell = page.getByRole('button', { name: /^Nike Shoes Active, Japan/ });
	await tabTo(page, page.getByRole('button', { name: /actions for the whole server/ }), { within: 60 });
	for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
	const field = dialog.getByRole('combobox', { name: 'Send this topic to' });
	await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
	await page.keyboard.type('lou');
	await page.getByRole('option', { name: '#lounge' }).waitFor();
	await page.keyboard.press('Enter');
	const add = dialog.getByRole('button', { name: 'Add' });
	// A disabled button would ignore the key.
	await expect.poll(() => add.isEnabled()).toBe(true);
	await press(add);
	await dialog.getByRole('button', { name: 'Test #lounge' }).waitFor();
	await expectAccessible(page, '[role=dialog]');
	await page.keyboard.press('Escape');
	await expect.poll(() => cell.evaluate((button) => button === document.activeElement)).toBe(true);

	for (const key of ['Home', 'Enter']) await page.keyboard.press(key);
	// Keys pressed before the dialog is open would walk over the page below it.
	await dialog.getByLabel('Action').waitFor();
	await tabTo(page, dialog.getByLabel('Action'));
	await page.keyboard.type('Copy');
	await press(dialog.getByRole('button', { name: 'Preview' }));
	await dialog.getByText('15 links will be added').waitFor();
	await keepsFocus(dialog.getByRole('button', { name: 'Apply' }));
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	await page.getByText('15 links added to Dropwire HQ').waitFor();
	await page.getByRole('button', { name: 'Nike Shoes Active, France: #lounge' }).waitFor();
	await press(page.getByRole('link', { name: 'Continue with the test' }), 200);
	await press(page.getByRole('button', { name: 'Send a test message' }), 200);
	await page.getByText(/Discord accepted the test in/).waitFor();
	await expectAccessible(page);
	expect(await page.getByRole('link', { name: 'Open #lounge in Discord' }).getAttribute('href')).toMatch(
		/\/channels\/200000000000000003\/300000000000000034$/,
	);
	expect(problems).toEqual([]);
});

test("a share link shows a server's setup, which another person loads and takes back", async () => {
	const [channelId, guildId] = ['300000000000000013', '200000000000000001'];
	const link = { action: 'ADD', toolsName: 'HP Laptops', region: 'US', channelId };
	await fixture.call('Cleo', '/api/serversetup', { guildId, changes: [link] });
	const { page, problems } = await fixture.as('Cleo', guild);
	await page.getByRole('button', { name: /actions for the whole server/ }).click();
	await page.getByRole('dialog').getByLabel('Action').selectOption('Share by a link');
	const create = page.getByRole('button', { name: 'Create a share link' });
	await create.click();
	const url = await page.getByRole('button', { name: /^Share link: http/ }).textContent();
	await page.getByRole('listitem').filter({ hasText: 'by Cleo' }).waitFor();
	await expectAccessible(page, '[role=dialog]');

	// A visitor signs in first.
	const ada = await fixture.open();
	await ada.page.goto(url!);
	await ada.page.getByRole('link', { name: /^Ada/ }).click();
	await ada.page.getByRole('heading', { name: 'Setup of Sole Searchers' }).waitFor();
	await ada.page.getByRole('listitem').filter({ hasText: 'HP Laptops' }).getByText('US').waitFor();
	await ada.page.getByRole('combobox', { name: 'Server' }).selectOption('Dropwire HQ');
	await expectBothLooks(ada.page);
	const channel = ada.page.getByRole('combobox', { name: 'Channel for #nike-jp' });
	await channel.fill('lou');
	await ada.page.getByRole('option', { name: '#lounge' }).click();
	await ada.page.getByRole('button', { name: 'Preview' }).click();
	await ada.page.getByText('1 link will be added').waitFor();
	await ada.page.getByRole('button', { name: 'Apply' }).click();
	await ada.page.waitForURL('**/admin/200000000000000003');
	const cell = ada.page.getByRole('button', { name: 'HP Laptops, United States: #lounge' });
	await cell.waitFor();
	await ada.page.getByRole('button', { name: 'Undo' }).click();
	await cell.waitFor({ state: 'detached' });

	await page.getByRole('button', { name: /^End the share link/ }).click();
	await page.getByRole('list', { name: 'Share links' }).waitFor({ state: 'detached' });
	await keepsFocus(create);
	await ada.page.goto(url!);
	await ada.page.getByRole('heading', { name: 'This share link does not work' }).waitFor();
	await expectAccessible(ada.page);
	expect(problems).toEqual([]);
});

test('a server pauses without a manager on the access list, and a change resumes it', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/admin');
	await (await fixture.as('Cleo', guild)).page.getByRole('heading', { name: 'Sole Searchers' }).waitFor();
	const post = (path: string, body: object) =>
		page.evaluate(
			async ([to, text]) => {
				const headers = { 'content-type': 'application/json' };
				return (await fetch(to!, { method: 'POST', headers, body: text! })).status;
			},
			[path, JSON.stringify(body)],
		);
	const discordId = '100000000000000002';
	expect(await post('/api/usersdb', { action: 'DELETE', discordId })).toBe(200);
	await page.getByRole('link', { name: 'Sole Searchers paused' }).click();
	const banner = page.getByText(/Paused since .*: no one with current access manages this server/);
	await banner.waitFor();
	await page.getByRole('link', { name: 'By region' }).click();
	await page.getByLabel('Select a channel for Korea').selectOption('Nike Shoes Hold');
	await page.getByRole('link', { name: 'Nike Shoes Hold' }).waitFor();
	await banner.waitFor({ state: 'detached' });
	expect(await post('/api/adduser', { discordId, client: 'true' })).toBe(201);
	expect(problems).toEqual([]);
});
