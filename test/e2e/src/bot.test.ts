import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, signIn } from './browser.ts';
import { openProductFolder, type ProductFolder, type RunningProduct } from './productProcess.ts';

const WITH_BOT = { SANDBOX_BOT: 'on' };
let folder: ProductFolder;
let product: RunningProduct;
beforeAll(async () => {
	folder = await openProductFolder();
	product = await folder.start(WITH_BOT);
});
afterAll(() => folder.remove());

const place = { as: 'cleo', guildId: '200000000000000001', channelId: '300000000000000013' } as const;
const titleOf = (view: { message: { embeds: unknown[] } | null }) =>
	(view.message?.embeds[0] as { title: string } | undefined)?.title;

const connected = () =>
	expect.poll(async () => (await product.control.gateway()).connected, { timeout: 90_000 }).toBe(1);

test('the bot and an open dashboard show the links that the other makes', async () => {
	await connected();
	const { page, problems } = await openPage();
	await signIn(page, product.url, `/dashboard/admin/${place.guildId}?view=regions`, 'Cleo');
	await page.getByRole('heading', { name: /Topics by region/ }).waitFor();
	const options = { region: 'JP', topic: 'Nike Shoes Hold' };
	expect(titleOf(await product.control.command({ ...place, name: 'link', options }))).toBe('Linked');
	await page.getByRole('link', { name: 'Nike Shoes Hold' }).waitFor();
	await page.getByText('1 webhook', { exact: true }).waitFor();

	await page.getByLabel('Select a channel for France').selectOption('Nike Equipment Hold');
	await page.getByRole('link', { name: 'Nike Equipment Hold' }).click();
	const [webhook] = await product.control.createWebhooks({ count: 1 });
	await page.getByLabel('Add a new webhook').fill(webhook!.url);
	await page.getByRole('button', { name: 'Add' }).click();
	await page.getByText(/…\/webhooks\//).waitFor();
	const answer = await product.control.command({ ...place, name: 'links' });
	expect(JSON.stringify(answer.message?.embeds)).toContain('**Nike Equipment Hold** (FR)');

	// The open page shows that the bot ended the link.
	const [choice] = (
		await product.control.suggestions({ ...place, name: 'unlink', focused: 'link', options: { link: 'equipment' } })
	).choices!;
	expect(titleOf(await product.control.command({ ...place, name: 'unlink', options: { link: choice!.value } }))).toBe(
		'Unlinked',
	);
	await page.getByText('This topic was removed.').waitFor();
	// The page may request the topic's webhooks once more before it learns that the topic was removed.
	expect(problems.filter((problem) => !/^404 .*webhooklist/.test(problem))).toEqual([]);
});

test("the sandbox's Discord page runs commands with suggestions and buttons", async () => {
	const { page, problems } = await openPage();
	const [, origin] = /Its Discord\s+(\S+)/.exec(product.output())!;
	await page.goto(`${origin}/#${place.channelId}`);
	const form = page.locator('#slash');
	await form.locator('[name=as]').selectOption('cleo');
	await form.locator('[name=command]').selectOption('topics');
	await form.locator('[name=region]').fill('united');
	await expect
		.poll(() =>
			form.locator('#suggested-region option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
		)
		.toEqual(['US', 'GB']);
	await form.locator('[name=region]').fill('US');
	await form.getByRole('button', { name: 'Run the command' }).click();
	await page.getByText('Topics: United States').waitFor();
	await page.getByText('page 1 of').waitFor();
	await page.getByRole('button', { name: 'Next' }).click();
	await page.getByText('page 2 of').waitFor();
	expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
});

test('the bot stops and restarts with the product', async () => {
	const { ms, code } = await product.interrupt();
	expect(code).toBe(0);
	expect(ms).toBeLessThan(20_000);
	product = await folder.start(WITH_BOT);
	await connected();
	await expect.poll(async () => titleOf(await product.control.command({ ...place, name: 'links' }))).toBe('Links');
	// The first start registers the commands; the second finds them.
	expect((await product.control.commands()).registrations).toBe(0);
});
