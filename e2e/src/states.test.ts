import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { examine, LOOKS, still } from './looks.ts';
import { searchSku } from './pictures.ts';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const guildId = '200000000000000001';
const guild = `/dashboard/admin/${guildId}`;
const place = { guildId, region: 'JP', toolsName: 'Nike Shoes Active' };
const SKU = 'CK9246-101';
const expired = `x.${Buffer.from('{"exp":1}').toString('base64url')}.x`;

const go = (page: Page, path: string) => page.goto(`${stage.url}${path}`);
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();

async function dialog(page: Page, opener: string | RegExp): Promise<void> {
	await press(page, opener);
	await still(page.getByRole('dialog'));
}

async function sendToken(page: Page, token: string, answer: RegExp): Promise<void> {
	await page.getByLabel('Access token').fill(token);
	await press(page, 'Send token');
	await page.getByText(answer).waitFor();
}

const DIALOG = '[role=dialog]';

/** How a screen comes into a state, mostly from the one before, and the part of it that is looked at: `main` unless told. */
const STATES: readonly (readonly [name: string, reach: (page: Page) => Promise<unknown>, within?: string])[] = [
	[
		'pictures that were found',
		async (page) => {
			await go(page, '/dashboard/client');
			await searchSku(page, SKU);
			await page.getByRole('heading', { name: 'Mirror #3' }).waitFor();
		},
	],
	['the name of a file', (page) => dialog(page, `Download ${SKU} 1, Mirror #1`), DIALOG],
	[
		'the crop editor',
		async (page) => {
			await dialog(page, `Edit ${SKU} 1, Mirror #1`);
			await page.locator('[data-testid=cropper]').waitFor();
		},
		DIALOG,
	],
	['Image Parameters', (page) => press(page, 'Image Parameters')],
	[
		'free pictures that were found',
		async (page) => {
			await go(page, '/freefetcher');
			await searchSku(page, SKU);
			await page.getByRole('heading', { name: 'Image 1' }).waitFor();
		},
		'body',
	],
	[
		'a token that is refused',
		async (page) => {
			await go(page, '/userportal/accesstoken');
			await sendToken(page, expired, /^Error: This has expired/);
		},
	],
	['a token that was sent', (page) => sendToken(page, 'a-token', /^Token sent successfully/)],
	['the terms of the extension', (page) => dialog(page, 'Download the extension'), DIALOG],
	[
		'a product, and a region that does not answer',
		async (page) => {
			await stage.control.failNike({ region: 'FR', times: 'forever', fault: { accessDenied: true } });
			await go(page, '/dashboard/settings/productquery');
			// Not one whose pictures were asked for: what is known of that is still fresh.
			await searchSku(page, 'HF3976-001');
			await page.getByText('No answer from France').waitFor();
			await page.getByRole('article').first().waitFor();
			await stage.control.healNike();
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
			await go(page, guild);
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
			await callBehind(page, '/api/webhookinsert', { ...place, webHook: await stage.webhookUrl(13) });
			await go(page, `${guild}/${data.id}`);
			await press(page, /^Test/);
			await page.getByText(/Discord took the test/).waitFor();
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
			await stage.control.setProduct({ sku: SKU, region: 'JP', change: { currentPrice: 19_800 } });
			await page.locator('.log tbody tr').first().waitFor();
		},
	],
	[
		'a deletion that can be taken back',
		async (page) => {
			await go(page, guild);
			await press(page, `Delete ${place.toolsName}`);
			await page.getByRole('button', { name: 'Undo' }).waitFor();
			await still(page.locator('.undo-bar'));
		},
		'.undo-bar',
	],
	['no page of a server', (page) => go(page, `${guild}/1/2/3`)],
	['no page at all', (page) => go(page, '/no/such/page'), 'body'],
	[
		'a notice over the start',
		async (page) => {
			await go(page, '/?access=denied');
			await page.getByText('You are signed in, but').waitFor();
		},
		'.notices',
	],
	[
		'a page that fails to render',
		async (page) => {
			await page.route('**/api/guildlist', (route) => route.fulfill({ json: { data: { data: [null] } } }));
			await go(page, guild);
			await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
		},
		'body',
	],
];

test.skipIf(onServer).each(LOOKS)(
	'what comes up on the screens at %i px in the %s theme is accessible and as wide as the screen',
	async (width, colorScheme, rules) => {
		const { page } = await stage.as('Ada', '/dashboard/client', { width, colorScheme });
		for (const [state, reach, within = 'main'] of STATES) {
			await reach(page);
			await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
			await still(page.locator(within).first());
			const found = await examine(page, { rules, within });
			expect({ state, ...found }).toEqual({ state, violations: [], beyond: [] });
			await page.keyboard.press('Escape');
			await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'detached' });
		}
	},
	240_000,
);
