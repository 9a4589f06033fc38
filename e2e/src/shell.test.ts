import { expect, test } from 'vitest';
import { examine } from './looks.ts';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test.skipIf(onServer)(
	'a page that fails to render says so, with the message',
	async () => {
		const { page } = await stage.as('Cleo', '/dashboard/client');
		await page.route('**/api/guildlist', (route) => route.fulfill({ json: { data: { data: [null] } } }));
		await page.getByRole('link', { name: 'Servers' }).click();
		await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
		await page.getByText(/null/).waitFor();
		expect((await examine(page)).violations).toEqual([]);
		// Back leads to a page that does not fail.
		await page.goBack();
		await page.getByRole('heading', { name: 'Search SKU Images' }).waitFor();
		await page.goForward();
		await page.getByRole('link', { name: 'Back to the start' }).click();
		await page.waitForURL(`${stage.url}/`);
	},
	60_000,
);

test.skipIf(onServer)(
	'who has no picture gets the drawn one of their discriminator, and a picture that does not load a generic one',
	async () => {
		const { page } = await stage.as('Cleo', '/dashboard/client');
		const as = (avatar: string | null) => ({
			discordId: '1',
			username: 'Zed',
			discriminator: '7',
			avatar,
			client: 'true',
			roles: [],
		});
		await page.route('**/api/user', (route) => route.fulfill({ json: as(null) }));
		await page.reload();
		const face = page.getByRole('button', { name: 'Account of Zed' });
		await face.getByText('Z').waitFor();
		// 7 modulo 5 is the third colour.
		expect(await face.locator('.initial').evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
			'rgb(87, 201, 138)',
		);
		await page.route('**/api/user', (route) => route.fulfill({ json: as('gone') }));
		await page.route('https://cdn.discordapp.com/**', (route) => route.fulfill({ status: 404 }));
		await page.reload();
		await face.locator('svg').waitFor();
	},
	60_000,
);

test('the menus of an editor and of a premium client offer what they may use', async () => {
	const { page } = await stage.as('Cleo', '/dashboard/client');
	const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
	for (const [roles, menu] of [
		[['editor'], ['SKU images', 'Servers']],
		[['premium'], ['SKU images', 'Product Query', 'Servers']],
	]) {
		await page.route('**/api/user', async (route) => {
			const response = await route.fetch();
			await route.fulfill({ json: { ...((await response.json()) as object), roles } });
		});
		await page.reload();
		await links.first().waitFor();
		expect(await links.allTextContents()).toEqual(menu);
		expect(await page.getByRole('button', { name: 'Image Parameters' }).count()).toBe(
			roles?.includes('editor') ? 1 : 0,
		);
	}
	await page.goto(`${stage.url}/dashboard/client/constructor`);
	await page.getByRole('heading', { name: '404 Page not found' }).waitFor();
}, 60_000);

test.skipIf(onServer)(
	'the delivery log keeps what is pushed off its first page, and Back shows the other outcome',
	async () => {
		const { page } = await stage.as('Ada', '/dashboard/settings/access');
		const at = Date.now();
		const row = (n: number, status: string) => ({
			id: `${status}${n}`,
			status,
			title: `${status} ${n}`,
			kind: 'TEST',
			target: '…',
			attempts: 1,
			seenAt: at,
			queuedAt: at,
			sentAt: at,
			...Object.fromEntries(
				['eventId', 'topic', 'reason', 'messageId', 'image', 'sku', 'region'].map((no) => [no, null]),
			),
		});
		// Two rows a page, of what has been sent so far.
		let newest = 4;
		await page.route('**/api/deliveries*', (route) => {
			const asked = new URL(route.request().url()).searchParams;
			const from = Number(asked.get('cursor') ?? newest);
			const data = [from, from - 1].filter((n) => n > 0).map((n) => row(n, asked.get('status') ?? 'sent'));
			return route.fulfill({ json: { data, nextCursor: from > 2 ? String(from - 2) : null } });
		});
		await page.getByRole('link', { name: 'Deliveries' }).click();
		const titles = page.locator('.log .title');
		await page.getByRole('button', { name: 'Older' }).click();
		await expect.poll(() => titles.allTextContents()).toEqual(['sent 4', 'sent 3', 'sent 2', 'sent 1']);
		newest = 5;
		await expect
			.poll(() => titles.allTextContents(), { timeout: 10_000 })
			.toEqual(['sent 5', 'sent 4', 'sent 3', 'sent 2']);
		await page.getByLabel('Outcome').selectOption('failed');
		await expect.poll(() => titles.allTextContents()).toEqual(['failed 5', 'failed 4']);
		await page.getByRole('button', { name: 'Older' }).click();
		await page.getByText('failed 3').waitFor();
		await page.goBack();
		await expect
			.poll(async () => (await titles.allTextContents()).filter((title) => !title.startsWith('sent')))
			.toEqual([]);
		await page.getByText('sent 5').waitFor();
	},
	60_000,
);

test.skipIf(onServer)(
	'on a phone the sections are a strip that the mouse wheel moves by 280 pixels',
	async () => {
		const { page } = await stage.as('Ada', '/dashboard/settings/nike-shoes', { width: 360 });
		const strip = page.getByRole('navigation', { name: 'Sections' }).locator('ul');
		const left = () => strip.evaluate((one) => one.scrollLeft);
		await strip.hover();
		const before = await left();
		await page.mouse.wheel(0, 100);
		await expect.poll(left).toBe(before + 280);
		await page.mouse.wheel(0, -100);
		await expect.poll(left).toBe(before);
	},
	60_000,
);
