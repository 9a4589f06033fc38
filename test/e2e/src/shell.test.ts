import { expect, test } from 'vitest';
import { expectAccessible, expectBothLooks } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

test('an unknown address keeps the menu, and a page that fails to render shows the message', async () => {
	const { page } = await fixture.as('Cleo', '/dashboard/nothing');
	await page.getByText('There is no page at /dashboard/nothing.').waitFor();
	await page.getByRole('link', { name: 'SKU images' }).click();
	await page.getByRole('heading', { name: 'Search SKU Images' }).waitFor();
	await page.route('**/api/guildlist', (route) => route.fulfill({ json: { data: { data: [null] } } }));
	await page.getByRole('link', { name: 'Servers' }).click();
	await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
	await page.getByText(/null/).waitFor();
	await expectBothLooks(page, 'body');
	// Back leads to a page that renders.
	await page.goBack();
	await page.getByRole('heading', { name: 'Search SKU Images' }).waitFor();
	await page.goForward();
	await page.getByRole('link', { name: 'Back to the home page' }).click();
	await page.waitForURL(`${fixture.url}/`);
});

test('a missing or failing user picture is replaced by a default', async () => {
	const { page } = await fixture.as('Cleo', '/dashboard/client');
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
	// 7 modulo 5 selects the third color.
	expect(await face.locator('.initial').evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
		'rgb(87, 201, 138)',
	);
	await page.route('**/api/user', (route) => route.fulfill({ json: as('gone') }));
	await page.route('https://cdn.discordapp.com/**', (route) => route.fulfill({ status: 404 }));
	await page.reload();
	await face.locator('svg').waitFor();
});

test('the delivery log keeps rows that newer ones push off its first page', async () => {
	const { page } = await fixture.as('Ada', '/dashboard/settings/access');
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
		edits: [],
		...Object.fromEntries(
			[
				'eventId',
				'topic',
				'reason',
				'messageId',
				'image',
				'sku',
				'region',
				'editOf',
				'label',
				'webhookId',
				'place',
				'messageUrl',
			].map((no) => [no, null]),
		),
	});
	// Two rows per page of the deliveries so far.
	let newest = 4;
	await page.route('**/api/deliveries*', (route) => {
		const asked = new URL(route.request().url()).searchParams;
		const from = Number(asked.get('cursor') ?? newest);
		const data = [from, from - 1].filter((n) => n > 0).map((n) => row(n, asked.get('status') ?? 'sent'));
		return route.fulfill({ json: { data, nextCursor: from > 2 ? String(from - 2) : null } });
	});
	await page.getByRole('link', { name: 'Deliveries' }).click();
	await page.getByRole('link', { name: 'One by one' }).click();
	const titles = page.locator('.log .title');
	await page.getByRole('button', { name: 'Load more' }).click();
	await expect.poll(() => titles.allTextContents()).toEqual(['sent 4', 'sent 3', 'sent 2', 'sent 1']);
	newest = 5;
	await expect.poll(() => titles.allTextContents()).toEqual(['sent 5', 'sent 4', 'sent 3', 'sent 2']);
	await page.getByLabel('Outcome').selectOption('failed');
	await expect.poll(() => titles.allTextContents()).toEqual(['failed 5', 'failed 4']);
	await page.getByRole('button', { name: 'Load more' }).click();
	await page.getByText('failed 3').waitFor();
	await page.goBack();
	await expect
		.poll(async () => (await titles.allTextContents()).filter((title) => !title.startsWith('sent')))
		.toEqual([]);
	await page.getByText('sent 5').waitFor();
});

test('on a phone the servers are a strip and the sections a drawer', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/admin', { width: 360 });
	const servers = Array.from({ length: 12 }, (_, n) => ({ guildId: `${n}`, guildName: `Server ${n}`, guildImg: '' }));
	await page.route('**/api/guildlist', (route) => route.fulfill({ json: { data: { data: servers } } }));
	await page.reload();
	const strip = page.getByRole('navigation', { name: 'Servers' }).locator('ul');
	const left = () => strip.evaluate((one) => one.scrollLeft);
	await strip.hover();
	await page.mouse.wheel(0, 100);
	await expect.poll(left).toBe(280);
	await page.mouse.wheel(0, -100);
	await expect.poll(left).toBe(0);

	await page.goto(`${fixture.url}/dashboard/settings/audit`);
	await page.getByRole('heading', { name: 'Audit' }).waitFor();
	const menu = page.getByRole('navigation', { name: 'Sections' });
	await expect.poll(() => menu.isVisible()).toBe(false);
	await page.getByRole('button', { name: 'Menu' }).click();
	await menu.getByRole('button', { name: 'Watch lists' }).click();
	await menu.getByRole('link', { name: 'Hot SKU' }).waitFor({ state: 'detached' });
	await expectAccessible(page, 'html');
	await page.getByLabel('Filter sections').fill('announce');
	await menu.getByRole('link').click();
	await page.getByRole('heading', { name: 'Stock Numbers' }).waitFor();
	await menu.waitFor({ state: 'hidden' });
	expect(problems).toEqual([]);
});

test('many servers can be filtered in the menu and on the page', async () => {
	const { page } = await fixture.as('Ada', '/dashboard/admin');
	await page.getByRole('heading', { name: 'Servers' }).waitFor();
	await expect.poll(() => page.getByLabel(/^Filter/).count()).toBe(0);
	const named = (n: number) => ({ guildId: `${10_000 + n}`, guildName: `Server ${n}`, guildImg: '', pausedAt: null });
	const servers = Array.from({ length: 500 }, (_, n) => named(n));
	await page.route('**/api/guildlist', (route) => route.fulfill({ json: { data: { data: servers } } }));
	await page.reload();
	const cards = page.getByRole('list', { name: 'Your servers' }).getByRole('listitem');
	await page.getByText('300 more not shown. Filter the list to find them.').waitFor();
	await expect.poll(() => cards.count()).toBe(200);
	await page.getByLabel('Filter your servers').fill('ver 433');
	await cards.nth(1).waitFor({ state: 'detached' });
	await page.getByLabel('Filter your servers').fill('nowhere');
	await page.getByText('No server matches the filter.').waitFor();
	await page.getByLabel('Filter your servers').fill('10433');
	await expectBothLooks(page);
	await cards.getByRole('link', { name: 'Server 433' }).click();
	await page.waitForURL('**/dashboard/admin/10433**');

	await page.setViewportSize({ width: 1280, height: 900 });
	await page.reload();
	const menu = page.getByRole('navigation', { name: 'Servers' });
	const current = menu.getByRole('link', { name: 'Server 433' });
	await expect.poll(async () => (await current.boundingBox())?.y).toBeLessThan(900);
	await page.getByLabel('Filter servers').fill('Server 12');
	await expect.poll(() => menu.getByRole('link').count()).toBe(11);
	await menu.getByRole('link', { name: 'Server 129' }).click();
	await page.waitForURL('**/dashboard/admin/10129');
});

test('a screen whose file is missing reloads once, then shows the error', async () => {
	const { page } = await fixture.as('Ada', '/dashboard/settings/tokens');
	await page.route('**/assets/Audit-*.js', (route) => route.abort());
	await page.reload();
	await page.getByRole('heading', { name: 'API tokens' }).waitFor();
	await page.evaluate(() => Object.assign(window, { mark: true }));
	await page.getByRole('link', { name: 'Audit' }).click();
	await page.getByRole('alert').getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
	await page.getByText('A new version is out. Reload.').waitFor();
	expect(await page.evaluate(() => 'mark' in window)).toBe(false);
	await page.unroute('**/assets/Audit-*.js');
	await page.getByRole('link', { name: 'Reload this page' }).click();
	await page.getByRole('heading', { name: 'Audit' }).waitFor();
});

test('the address of an unknown or forbidden server shows one reason', async () => {
	const { page, problems } = await fixture.as('Cleo', '/dashboard/admin');
	const back = page.getByRole('link', { name: 'Back to your servers' });
	for (const path of ['200000000000000003', '200000000000000003/deliveries', '999', '999?view=regions']) {
		await page.goto(`${fixture.url}/dashboard/admin/${path}`);
		await page.getByRole('heading', { name: 'You cannot manage this server' }).waitFor();
		await expect.poll(() => page.locator('main').getByRole('alert').count()).toBe(1);
		await expect.poll(() => page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
	}
	await expectAccessible(page, 'html');
	await back.click();
	await page.getByRole('article', { name: 'Sole Searchers' }).waitFor();
	expect(problems.filter((problem) => !/^40[03] /.test(problem))).toEqual([]);
});
