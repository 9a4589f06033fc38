import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind, navigate } from './browser.ts';
import { expectBothLooks, still } from './looks.ts';
import { searchMirrors, searchSku } from './pictures.ts';
import { retailerToken, unfoldPortal } from './retailerToken.ts';
import { CHANGES_POLL_MS, useFixture } from './fixture.ts';

const fixture = useFixture({ POLL_INTERVAL_MS: CHANGES_POLL_MS });
const guildId = '200000000000000001';
const guild = `/dashboard/admin/${guildId}`;
const place = { guildId, region: 'JP', toolsName: 'Nike Shoes Active' };
const SKU = 'CK9246-101';

/** Goes to a screen: within the dashboard as its links do, which takes less time than loading the document again. */
const go = async (page: Page, path: string) => {
	const isInside = path.startsWith('/dashboard/') && new URL(page.url()).pathname.startsWith('/dashboard/');
	await (isInside ? navigate(page, path) : page.goto(`${fixture.url}${path}`));
};
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();

async function dialog(page: Page, opener: string | RegExp): Promise<void> {
	await press(page, opener);
	await still(page.getByRole('dialog'));
}

/** Chooses a Discord channel in a dialog, by its name. */
async function chooseChannel(page: Page, label: string): Promise<void> {
	await page.getByRole('dialog').getByRole('combobox', { name: label }).fill('general');
	await page.getByRole('option', { name: '#general' }).click();
}

async function sendToken(page: Page, token: string, answer: RegExp): Promise<void> {
	await page.getByRole('heading', { name: 'User Portal' }).waitFor();
	await unfoldPortal(page);
	await page.getByLabel('Access token').fill(token);
	await press(page, 'Send token');
	await page.getByText(answer).waitFor();
}

const DIALOG = '[role=dialog]';

/**
 * How to reach a state of a screen, usually from the previous state, and the part of it to check: `main` by default.
 */
type State = readonly [name: string, reach: (page: Page) => Promise<unknown>, within?: string];

const OF_PICTURES_AND_TOKENS: readonly State[] = [
	[
		'pictures that were found',
		async (page) => {
			await go(page, '/dashboard/client');
			await searchMirrors(page, SKU);
		},
	],
	[
		'the name of a file',
		async (page) => {
			await page.getByLabel('File name').fill('');
			await dialog(page, `Download ${SKU} 1, Mirror #1`);
		},
		DIALOG,
	],
	[
		'the crop editor',
		async (page) => {
			await dialog(page, `Edit ${SKU} 1, Mirror #1`);
			await page.locator('[data-testid=cropper]').waitFor();
		},
		DIALOG,
	],
	[
		'Image Parameters',
		async (page) => {
			await page.keyboard.press('Escape');
			const panel = page.getByRole('region', { name: 'Image Parameters' });
			// On a phone it is a sheet that the button opens; on a desktop it is open from the start.
			if (!(await panel.isVisible())) await press(page, 'Image Parameters');
			await panel.getByLabel('View B').fill('2500');
			await panel.getByText('At most 2,000 pixels.').waitFor();
		},
		'body',
	],
	[
		'free pictures that were found',
		async (page) => {
			await go(page, '/freefetcher');
			await searchSku(page, SKU);
			await page.getByRole('heading', { name: `${SKU} 4 views` }).waitFor();
		},
		'body',
	],
	[
		'a rejected token',
		async (page) => {
			await go(page, '/userportal/accesstoken');
			await sendToken(page, retailerToken({ exp: 1 }), /^Error: This has expired/);
		},
	],
	['a token that was sent', (page) => sendToken(page, retailerToken(), /^Token sent successfully/)],
	['the terms of the extension', (page) => dialog(page, 'Download the extension'), DIALOG],
];

const OF_PRODUCTS_AND_SERVERS: readonly State[] = [
	[
		'a product, and a region that does not answer',
		async (page) => {
			await fixture.control.failNike({ region: 'FR', times: 'forever', fault: { accessDenied: true } });
			await go(page, '/dashboard/settings/productquery');
			// Not a SKU whose images were fetched before, because its responses are still cached.
			await searchSku(page, 'HF3976-001');
			await page.getByText('No answer from France').waitFor();
			await page.getByRole('article').first().waitFor();
			await fixture.control.healNike();
		},
	],
	[
		'a person to add, with what is wrong',
		async (page) => {
			await go(page, '/dashboard/settings/access');
			await dialog(page, 'Add User');
			await page.getByLabel('Discord ID').fill('123');
			await page.keyboard.press('Enter');
			await page.getByText('must be a Discord id').waitFor();
		},
		DIALOG,
	],
	['the roles of a person', (page) => dialog(page, /^Roles of/), DIALOG],
	[
		'the menu of the account',
		async (page) => {
			await press(page, 'Account of Ada');
			await still(page.getByRole('menu'));
		},
		'[role=menu]',
	],
	[
		'a topic that is picked, and not added yet',
		async (page) => {
			await go(page, `${guild}?view=regions`);
			await page.getByLabel('Select a channel for Mexico').focus();
			await page.keyboard.press('ArrowDown');
			await page.getByRole('button', { name: 'Add' }).waitFor();
		},
		'body',
	],
	[
		'a webhook that is edited, and what is wrong with it and with a new one',
		async (page) => {
			const { data } = (await callBehind(page, '/api/channelinsert', place)) as { data: { id: string } };
			await callBehind(page, '/api/webhookinsert', { ...place, webHook: await fixture.webhookUrl(13) });
			await go(page, `${guild}/${data.id}`);
			await press(page, /^Test/);
			await page.getByText(/Discord accepted the test/).waitFor();
			await page.getByLabel('Add a new webhook').fill('https://example.com/no');
			await press(page, 'Add');
			await press(page, /^Edit/);
			await page.getByLabel(/^Webhook URL of/).fill('https://example.com/no');
			await press(page, /^Save/);
			await expect.poll(() => page.getByText('must be a Discord webhook URL').count()).toBe(2);
		},
	],
	[
		'what a server was sent',
		async (page) => {
			await go(page, `${guild}/deliveries`);
			// A change before the region's first answer is no news.
			let currentPrice = 19_800;
			const rows = async () => {
				await fixture.control.setProduct({ sku: SKU, region: 'JP', change: { currentPrice: currentPrice++ } });
				return page.locator('.log tbody tr').count();
			};
			await expect.poll(rows, { interval: 1000 }).toBeGreaterThan(0);
		},
	],
	[
		'a deletion that can be undone',
		async (page) => {
			await go(page, `${guild}?view=regions`);
			await press(page, `Delete ${place.toolsName}`);
			await page.getByRole('button', { name: 'Undo' }).waitFor();
			await still(page.locator('.undo-bar'));
		},
		'.undo-bar',
	],
	[
		'a cell of a server, and a channel for it',
		async (page) => {
			await go(page, guild);
			await dialog(page, /^Nike Shoes Hold, Japan/);
			await chooseChannel(page, 'Send this topic to');
		},
		DIALOG,
	],
	[
		'a step for all topics of a region, as it is shown before it is applied',
		async (page) => {
			await dialog(page, 'Japan: actions for all topics');
			await chooseChannel(page, 'Channel');
			await press(page, 'Preview');
			await page.getByText(/links will be added/).waitFor();
		},
		DIALOG,
	],
	['no page of a server', (page) => go(page, `${guild}/1/2/3`)],
	[
		'a notice over the start',
		async (page) => {
			await go(page, '/?signin=failed');
			await page.getByText('Sign-in failed').waitFor();
		},
		'.notices',
	],
];

test.each([
	['pictures and tokens', OF_PICTURES_AND_TOKENS],
	['products, users and servers', OF_PRODUCTS_AND_SERVERS],
])('the states of screens of %s are accessible and fit a desktop and a phone', async (_, states) => {
	const { page } = await fixture.as('Ada', '/dashboard/client');
	for (const [state, reach, within = 'main'] of states) {
		await reach(page);
		await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
		await expectBothLooks(page, within, state);
		// A popover that was hidden for a moment has lost the focus.
		if (within === DIALOG) await page.locator(DIALOG).first().focus();
		await page.keyboard.press('Escape');
		await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'detached' });
	}
});
