import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind, navigate } from './browser.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();
const settings = '/dashboard/settings';
const guildId = '200000000000000001';
const channelId = '300000000000000011';
const guild = `/dashboard/admin/${guildId}`;

/** As long as Discord permits, and without a place to break them. */
const LONG = { server: 'Q'.repeat(100), channel: 'w'.repeat(100), label: 'M'.repeat(100) };

/** Gives a server, one of its channels and an operator's webhook long names in everything that the page reads. */
async function withLongNames(page: Page): Promise<void> {
	await page.route(/\/api\/(?!live)/, async (route) => {
		const response = await route.fetch();
		const body = (await response.text())
			.replaceAll('"Sole Searchers"', JSON.stringify(LONG.server))
			.replaceAll(/"(#?)nike-us-active"/g, `"$1${LONG.channel}"`)
			.replaceAll('"nike-us-hold"', JSON.stringify(LONG.label));
		await route.fulfill({ response, body });
	});
}

/** Adds to the overview webhooks that fail, in an operator group and in the server. */
async function withFailures(page: Page): Promise<void> {
	await page.route('**/api/overview*', async (route) => {
		const response = await route.fetch();
		const { data } = (await response.json()) as { data: object };
		const failing = ['1', '2'].map((id) => ({
			id,
			target: `…${id}`,
			reason: `${LONG.channel}: 404 Unknown Webhook`,
			subscriptions: [
				{ topic: null, label: id === '1' ? LONG.label : null, guild: { guildId, channelId, name: LONG.server } },
			],
		}));
		const latency = { p50: 1, p99: 2, count: 3 };
		const overview = {
			...data,
			slowest: failing.map((row) => ({ ...row, ...latency })),
			failing: failing.map((row) => ({ ...row, failed: 12, retrying: 3 })),
			dead: failing.map((row) => ({ ...row, offAt: 1 })),
			undelivered: [{ guildId, name: LONG.server, at: 1, reason: null }],
		};
		await route.fulfill({ response, json: { data: overview } });
	});
}

/** The elements beyond the right edge of the window. */
function beyondOf(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		if (document.documentElement.scrollWidth <= innerWidth) return [];
		const beyond = [...document.querySelectorAll('body *')].filter(
			(element) => element.getBoundingClientRect().right > innerWidth,
		);
		return beyond.map(({ tagName, className, textContent }) => `${tagName}.${className}: ${textContent?.slice(0, 60)}`);
	});
}

async function expectToFit(page: Page, path: string, name: string): Promise<void> {
	await navigate(page, path);
	await page.getByText(name).first().waitFor({ state: 'attached' });
	await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
	for (const width of [1280, 390]) {
		await page.setViewportSize({ width, height: 900 });
		await expect.poll(() => beyondOf(page), { message: `${path} at ${width} px` }).toEqual([]);
	}
}

test('a long name makes no screen of a server wider than the window', async () => {
	const { page } = await fixture.as('Cleo', '/dashboard/admin');
	const changes = [{ action: 'ADD', region: 'US', toolsName: 'Nike Shoes Active', channelId }];
	await callBehind(page, '/api/serversetup', { guildId, changes });
	const { data } = (await callBehind(page, `/api/channellist?guildId=${guildId}`)) as {
		data: { channels: { id: string }[] }[];
	};
	const topic = data.flatMap(({ channels }) => channels)[0]?.id;
	await withLongNames(page);
	await page.reload();
	for (const path of ['/dashboard/admin', guild, `${guild}?view=regions`, `${guild}/deliveries`])
		await expectToFit(page, path, LONG.server);
	await expectToFit(page, `${guild}/${topic}`, LONG.channel);
	await expectToFit(page, `${guild}?step=test`, `Open #${LONG.channel} in Discord`);
});

test('a long name makes no screen of the console wider than the window', async () => {
	const { page } = await fixture.as('Ada', `${settings}/access`);
	const { data } = (await callBehind(page, '/api/allwebhooks?q=nike-us-hold')) as { data: { id: string }[] };
	await withLongNames(page);
	await withFailures(page);
	await page.reload();
	await expectToFit(page, `${settings}/overview`, LONG.server);
	for (const section of ['nike-shoes', 'allwebhooks', `webhook/${data[0]?.id}`])
		await expectToFit(page, `${settings}/${section}`, LONG.label);
});
