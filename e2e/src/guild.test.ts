import { expect, test } from 'vitest';
import { hold } from './browser.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const guild = '/dashboard/admin/200000000000000001';

test('a server admin adds a topic and a webhook, tests it, and sees the drop arrive', async () => {
	const { page, problems } = await stage.as('Cleo', '/dashboard/admin');
	await page.getByRole('link', { name: 'Sole Searchers' }).click();
	await page.getByLabel('Select a channel for Japan').selectOption('Nike Shoes Active');
	await page.getByRole('link', { name: 'Nike Shoes Active' }).click();
	await page.getByRole('heading', { name: 'Webhooks Settings' }).waitFor();

	await page.getByLabel('Add a new webhook').fill('https://example.com/nothing');
	await page.getByRole('button', { name: 'Add' }).click();
	await page.getByText('must be a Discord webhook URL').waitFor();
	await page.getByLabel('Add a new webhook').fill(await stage.webhookUrl(13));
	await page.getByRole('button', { name: 'Add' }).click();
	await page.getByText('…/webhooks/4000…0013/••••').waitFor();
	await page.getByRole('button', { name: /^Test/ }).click();
	await page.getByText(/Discord took the test after/).waitFor();
	// Why it fares as it does is told to the keyboard too.
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

	await stage.control.setProduct({ sku: 'CK9246-101', region: 'JP', change: { currentPrice: 19_800 } });
	await stage.control.waitForMessages({ count: 2, channelId: '300000000000000013' });
	await page.goto(`${stage.url}${guild}/deliveries`);
	await page.getByText('Nike Shoes Active · JP').first().waitFor();
	await page.goBack();
	await page.getByRole('heading', { name: 'Webhooks Settings' }).waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400 .*webhookinsert/)]);
}, 60_000);

test('a deletion can be taken back for a while, and is real after that', async () => {
	const { page, problems } = await stage.as('Cleo', guild, { clock: true });
	await page.getByLabel('Select a channel for France').selectOption('Nike Equipment Hold');
	await page.getByRole('button', { name: 'Delete Nike Equipment Hold' }).click();
	await page.getByRole('link', { name: 'Nike Equipment Hold' }).waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.getByRole('link', { name: 'Nike Equipment Hold' }).waitFor();
	await page.getByLabel('Filter channels').fill('france');
	await page.getByRole('heading', { name: 'Japan' }).waitFor({ state: 'detached' });
	await page.getByRole('checkbox', { name: 'Choose all channels' }).check();
	await page.getByRole('button', { name: 'Delete chosen' }).click();
	await page.getByText(/Deleted Nike Equipment Hold/).waitFor();
	await page.clock.fastForward(8000);
	await page.getByText(/Deleted Nike Equipment Hold/).waitFor({ state: 'detached' });
	await page.reload();
	await page.getByRole('heading', { name: 'Channels' }).waitFor();
	expect(await page.getByRole('link', { name: 'Nike Equipment Hold' }).count()).toBe(0);
	expect(problems).toEqual([]);
}, 60_000);

test('by keyboard a topic is added with Enter, regions fold, and another server shows nothing of this one', async () => {
	const { page, problems } = await stage.as('Cleo', guild);
	const select = page.getByLabel('Select a channel for Mexico');
	await select.focus();
	const adding = await hold(page, '**/api/channelinsert');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	const name = await select.inputValue();
	expect([name === '', adding.count()]).toEqual([false, 0]);
	adding.release();
	await page.keyboard.press('Enter');
	const topic = page.getByRole('link', { name, exact: true });
	await topic.waitFor();
	expect(adding.count()).toBe(1);

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
	await select.waitFor();
	expect(await topic.count()).toBe(0);
	expect(problems).toEqual([]);
}, 60_000);
