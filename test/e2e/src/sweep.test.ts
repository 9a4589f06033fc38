import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind, navigate, retry } from './browser.ts';
import { expectBothLooks } from './looks.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();
const settings = '/dashboard/settings';
const guild = '/dashboard/admin/200000000000000001';

/** The lists of screens: the call that loads each, and a text that appears once it has loaded. */
const LISTS = [
	['stocknumber', '**/api/stocknumberwebhooks', 'No webhooks yet.'],
	['hotsku', '**/api/hotskus?type=monitor1*', 'No SKUs yet.'],
	['twitter', '**/twitter/keywords', 'Shoe Monitor'],
	['urlshortener', '**/url/list*', 'No short URLs yet.'],
	['imagemonitor', '**/api/skus?type=MONITOR1*', 'CK9246-101'],
	['overview', '**/api/overview*', 'The last hour, minute by minute'],
	['hp', '**/api/operatorwebhooks*', 'HP United States'],
] as const;

test('every screen reports a list that fails to load, and Retry loads it', async () => {
	const { page } = await fixture.as('Ada', `${settings}/access`);
	const failed = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' });
	for (const [id, call, text] of LISTS) {
		await page.route(call, (route) => route.abort());
		await navigate(page, `${settings}/${id}`);
		await expect.poll(() => failed.count(), { message: id }).toBeGreaterThan(0);
		await retry(page, call);
		await failed.first().waitFor({ state: 'detached' });
		await page.getByText(text).first().waitFor();
	}
});

/** The screens, each with the button that opens its dialog if it has one. */
const SCREENS: readonly (string | readonly [path: string, opens: RegExp])[] = [
	`${settings}/overview`,
	`${settings}/coverage`,
	`${settings}/allwebhooks`,
	// The brands' screens are one component: those with a form or a list of their own, and the most and fewest groups.
	// manager.test.ts and bulk.test.ts check the states of two others.
	`${settings}/nike-shoes`,
	`${settings}/nike-refurbished`,
	`${settings}/jdfnl`,
	`${settings}/adidas`,
	`${settings}/newbalance`,
	`${settings}/shops`,
	[`${settings}/stocknumber`, /^Add webhook/],
	`${settings}/hotsku`,
	`${settings}/links`,
	`${settings}/keywords`,
	[`${settings}/twitter`, /^Insert a new keyword for Shoe/],
	`${settings}/urlshortener`,
	`${settings}/imagemonitor`,
	`${settings}/events`,
	`${settings}/deliveries`,
	`${settings}/skus`,
	`${settings}/webhooks`,
	`${settings}/access`,
	`${settings}/nothing`,
	'/dashboard',
	'/dashboard/nothing',
	'/dashboard/client/products',
	'/dashboard/client/resale?sku=CK9246-101',
	'/dashboard/client/stores?sku=CK9246-101&near=New%20York',
	'/dashboard/client/extension',
	'/account',
	'/dashboard/admin',
	guild,
	`${guild}/statistics`,
	`${guild}/changes`,
	'/requestaccess',
	'/privacy-policy-and-terms',
	'/',
	'/status',
	'/payout',
	'/no/such/page',
];
/** Screens whose looks states.test.ts checks, with what has been done on them. */
const WITH_STATES = [
	`${settings}/productquery`,
	'/dashboard/client',
	`${guild}?view=regions`,
	`${guild}/deliveries`,
	'/userportal/accesstoken',
	'/freefetcher',
];

/** The id of a channel of the guild. Adds a channel if the guild has none. */
async function anyChannel(page: Page): Promise<string> {
	const guildId = '200000000000000001';
	const { data } = (await callBehind(page, `/api/channellist?guildId=${guildId}`)) as {
		data: { channels: { id: string }[] }[];
	};
	const found = data.flatMap(({ channels }) => channels)[0];
	if (found) return found.id;
	const added = await callBehind(page, '/api/channelinsert', { guildId, region: 'KR', toolsName: 'Nike Shoes Hold' });
	return (added as { data: { id: string } }).data.id;
}

/** Adds a webhook. @returns its id */
async function anyWebhook(page: Page): Promise<string> {
	const [webhook] = await fixture.control.createWebhooks({ count: 1 });
	const group = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
	const rows = [{ ...group, action: 'SET', label: 'sweep', value: webhook?.url }];
	await callBehind(page, '/api/bulk/webhooks', { rows });
	const { data } = (await callBehind(page, '/api/allwebhooks?q=sweep')) as { data: { id: string }[] };
	return data[0]?.id ?? '';
}

test('every screen is accessible, without errors, and fits a desktop and a phone', async () => {
	const { page, problems } = await fixture.as('Ada', `${settings}/nike-shoes`, { savesData: false });
	const webhook = `${settings}/webhook/${await anyWebhook(page)}`;
	const withStates = [...WITH_STATES, `${guild}/${await anyChannel(page)}`];
	for (const screen of [...SCREENS, webhook, `${webhook}?tab=options`, ...withStates]) {
		const [path, opens] = typeof screen === 'string' ? [screen] : screen;
		const isInside = [path, new URL(page.url()).pathname].every((one) => one.startsWith('/dashboard/'));
		await (isInside ? navigate(page, path) : page.goto(`${fixture.url}${path}`));
		await page.locator('h1').first().waitFor();
		await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
		// The frame around them is the same on all screens.
		const within = path.startsWith('/dashboard/') && path !== SCREENS[0] ? 'main' : 'html';
		if (!withStates.includes(path)) await expectBothLooks(page, within, path);
		// The document's title names the screen, as soon as the screen's code is there.
		if (path !== '/') await expect.poll(() => page.title(), { message: path }).toMatch(/^\S.* · Dropwire$/);
		if (!opens) continue;
		await page.getByRole('button', { name: opens }).click();
		const dialog = page.getByRole('dialog');
		await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
		await expectBothLooks(page, '[role=dialog]', `${path}: ${String(opens)}`);
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
	}
	expect(problems).toEqual([
		expect.stringMatching(/^404 .*\/dashboard\/nothing$/),
		expect.stringMatching(/^404 .*\/no\/such\/page$/),
	]);
});
