import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { examine, LOOKS, still } from './looks.ts';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const settings = '/dashboard/settings';
const guild = '/dashboard/admin/200000000000000001';

// With what is seen only once the list is there.
test.each([
	['stocknumber', '**/api/stocknumberwebhooks', 'No webhook yet.'],
	['hotsku', '**/api/hotskus?type=monitor1', 'Nothing on this list.'],
	['twitter', '**/twitter/keywords', 'Shoe Monitor'],
	['urlshortener', '**/url/list*', 'None yet.'],
	['imagemonitor', '**/api/skus?type=MONITOR1', 'CK9246-101'],
	['overview', '**/api/overview*', 'Slowest webhooks'],
	['hp', '**/api/operatorwebhooks*', 'Laptops Webhooks'],
])(
	'%s says when its list cannot be had, and asks again',
	async (id, call, text) => {
		const { page } = await stage.as('Ada', `${settings}/access`);
		await page.route(call, (route) => route.abort());
		await page.goto(`${stage.url}${settings}/${id}`);
		const failed = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' });
		await failed.first().waitFor();
		await page.unroute(call);
		await failed.first().getByRole('button', { name: 'Retry' }).click();
		await failed.first().waitFor({ state: 'detached' });
		await page.getByText(text).first().waitFor();
	},
	60_000,
);

/** With the button that opens its dialog, where it has one. */
const SCREENS: readonly (string | readonly [path: string, opens: RegExp])[] = [
	`${settings}/overview`,
	`${settings}/nike-shoes`,
	`${settings}/nike-equipment`,
	`${settings}/nike-refurbished`,
	`${settings}/hp`,
	`${settings}/asics`,
	`${settings}/jdfnl`,
	`${settings}/adidas`,
	[`${settings}/stocknumber`, /^Add webhook/],
	`${settings}/hotsku`,
	[`${settings}/twitter`, /^Insert a new keyword for Shoe/],
	`${settings}/urlshortener`,
	`${settings}/imagemonitor`,
	`${settings}/deliveries`,
	`${settings}/skus`,
	`${settings}/productquery`,
	`${settings}/webhooks`,
	`${settings}/access`,
	`${settings}/nothing`,
	'/dashboard/client',
	'/dashboard/client/products',
	'/userportal/accesstoken',
	'/freefetcher',
	'/privacy-policy-and-terms',
	'/dashboard/admin',
	guild,
	`${guild}/deliveries`,
	'/',
	'/no/such/page',
];

/** The id of a channel of the guild, added if there is none. */
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

// How pages look hangs on no database, so one is enough.
test.skipIf(onServer).each(LOOKS)(
	'every screen at %i px in the %s theme is accessible, as wide as the screen and without errors',
	async (width, colorScheme, rules) => {
		const { page, problems } = await stage.as('Ada', `${settings}/nike-shoes`, { width, colorScheme });
		for (const screen of [...SCREENS, `${guild}/${await anyChannel(page)}`]) {
			const [path, opens] = typeof screen === 'string' ? [screen] : screen;
			await page.goto(`${stage.url}${path}`);
			await page.locator('h1').first().waitFor();
			await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
			// The frame around them is the same for all.
			const within = path.startsWith('/dashboard/') && path !== SCREENS[0] ? { within: 'main' } : {};
			expect({ path, ...(await examine(page, { rules, ...within })) }).toEqual({ path, violations: [], beyond: [] });
			// Each says in the browser's tab which one it is.
			if (path !== '/') expect(await page.title()).toMatch(/^\S.* · Dropwire$/);
			if (!opens) continue;
			await page.getByRole('button', { name: opens }).click();
			const dialog = page.getByRole('dialog');
			await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
			await still(dialog);
			const found = await examine(page, { rules, within: '[role=dialog]' });
			expect({ path, ...found }).toEqual({ path, violations: [], beyond: [] });
			await page.keyboard.press('Escape');
			await dialog.waitFor({ state: 'detached' });
		}
		expect(problems).toEqual([]);
	},
	240_000,
);
