import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage({ SANDBOX_BOT: 'on' });

const place = { as: 'cleo', guildId: '200000000000000001', channelId: '300000000000000013' } as const;
const titleOf = (view: { message: { embeds: unknown[] } | null }) =>
	(view.message?.embeds[0] as { title: string } | undefined)?.title;

const connected = () => expect.poll(async () => (await stage.control.gateway()).connected, { timeout: 20_000 }).toBe(1);

test('a link made by the bot is in the dashboard without a reload, and one made in the dashboard is in the bot', async () => {
	await connected();
	const { page, problems } = await stage.as('Cleo', `/dashboard/admin/${place.guildId}`);
	await page.getByRole('heading', { name: 'Channels' }).waitFor();
	const options = { region: 'JP', topic: 'Nike Shoes Hold' };
	expect(titleOf(await stage.control.command({ ...place, name: 'link', options }))).toBe('Linked');
	await page.getByRole('link', { name: 'Nike Shoes Hold' }).waitFor();
	await page.getByText('1 webhook', { exact: true }).waitFor();

	await page.getByLabel('Select a channel for France').selectOption('Nike Equipment Hold');
	await page.getByRole('link', { name: 'Nike Equipment Hold' }).click();
	const [webhook] = await stage.control.createWebhooks({ count: 1 });
	await page.getByLabel('Add a new webhook').fill(webhook!.url);
	await page.getByRole('button', { name: 'Add' }).click();
	await page.getByText(/…\/webhooks\//).waitFor();
	const answer = await stage.control.command({ ...place, name: 'links' });
	expect(JSON.stringify(answer.message?.embeds)).toContain('**Nike Equipment Hold** (FR)');

	// What the bot ends, the open page shows as ended.
	const [choice] = (
		await stage.control.suggestions({ ...place, name: 'unlink', focused: 'link', options: { link: 'equipment' } })
	).choices!;
	expect(titleOf(await stage.control.command({ ...place, name: 'unlink', options: { link: choice!.value } }))).toBe(
		'Unlinked',
	);
	await page.getByText('This channel was removed.').waitFor();
	// The page may ask for the webhooks of the topic once more before it hears that it is gone.
	expect(problems.filter((problem) => !/^404 .*webhooklist/.test(problem))).toEqual([]);
}, 60_000);

test("people give commands on the sandbox's Discord page, with suggestions and buttons", async () => {
	const { page, problems } = await stage.open();
	const [, origin] = /Its Discord\s+(\S+)/.exec(stage.output())!;
	await page.goto(`${origin}/#${place.channelId}`);
	const form = page.locator('#slash');
	await form.getByLabel('As').selectOption('cleo');
	await form.getByLabel('Command').selectOption('topics');
	await form.locator('[name=region]').fill('united');
	await expect
		.poll(() =>
			form.locator('#suggested-region option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
		)
		.toEqual(['US', 'GB']);
	await form.locator('[name=region]').fill('US');
	await form.getByRole('button', { name: 'Give the command' }).click();
	await page.getByText('Topics: United States').waitFor();
	await page.getByText('page 1 of').waitFor();
	await page.getByRole('button', { name: 'Next' }).click();
	await page.getByText('page 2 of').waitFor();
	expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
}, 60_000);

test('the bot ends and comes back with the rest, and answers at once', async () => {
	const { ms, code } = await stage.interrupt();
	expect(code).toBe(0);
	expect(ms).toBeLessThan(5000);
	await stage.start();
	await connected();
	await expect
		.poll(async () => titleOf(await stage.control.command({ ...place, name: 'links' })), { timeout: 10_000 })
		.toBe('Links');
	// Registered at the first start, found standing at the second.
	expect((await stage.control.commands()).registrations).toBe(0);
}, 60_000);
