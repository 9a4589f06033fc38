import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, embedOf, openBotTestServer } from '../testing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Noon in New York. */
const NOON = new Date().setUTCHours(17, 0, 0, 0) + 2 * DAY;

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
	const at = Date.now();
	const row = {
		brand: 'NIKE',
		region: 'US',
		title: 'Dunk Low',
		origin: 'source',
		announcedAt: at,
		datedAt: at,
		changedAt: at,
		sequence: 0,
		moves: '[]',
	};
	const url = 'https://www.nike.com/launch/t/dunk';
	const rows = [
		{ ...row, sku: 'D-1', launchAt: NOON, method: 'DAN', entriesUntil: NOON + HOUR, url },
		{ ...row, sku: 'D-2', launchAt: NOON + HOUR, moves: JSON.stringify([{ at, from: NOON - DAY, to: NOON + HOUR }]) },
		{ ...row, sku: 'D-3', launchAt: NOON + DAY, cancelledAt: at },
		{ ...row, sku: 'D-4', launchAt: NOON + 60 * DAY, brand: 'ADIDAS' },
		...Array.from({ length: 10 }, (_, n) => ({ ...row, region: 'JP', sku: `J-${n}`, launchAt: NOON + n * HOUR })),
	];
	for (const one of rows) await testServer.db.knex('releases').insert(one);
});
afterAll(() => testServer.close());

/** Runs it as somebody who is on no list, in direct messages. */
const run = (options: Record<string, string> = {}, locale = 'en-US') =>
	testServer.runCommand('drops', options, { as: 'mia', guildId: null, locale });

test('/drops lists releases by day in the zone of the market, with times in that of the reader', async () => {
	const answer = await run();
	expect(answer.message?.ephemeral).toBe(true);
	const { title, description, footer } = embedOf(answer);
	expect(title).toBe('Releases in United States');
	const days = new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' });
	expect(description.match(/^\*\*.*\*\*$/gm)).toEqual([NOON, NOON + DAY].map((at) => `**${days.format(at)}**`));
	const [first, second, third] = [NOON, NOON + HOUR, NOON + DAY].map((at) => at / 1000);
	expect(description).toContain(
		`<t:${first}:f> (<t:${first}:R>) **[Dunk Low](https://www.nike.com/launch/t/dunk)**\n\`D-1\` · draw, entries until <t:${second}:f>`,
	);
	expect(description).toContain(
		`<t:${second}:f> (<t:${second}:R>) **Dunk Low**\n\`D-2\` · moved from <t:${(NOON - DAY) / 1000}:f>`,
	);
	expect(description).toContain(`~~<t:${third}:f>~~ **Dunk Low**\n\`D-3\` · cancelled`);
	expect(description).not.toContain('D-4');
	expect(footer.text).toBe('Dropwire · days in Eastern Time');
});

test('/drops filters by brand and days, and says when there is none, in the language of the user', async () => {
	expect(embedOf(await run({ brand: 'ADIDAS', days: '90' })).description).toContain('`D-4`');
	expect(embedOf(await run({ brand: 'ADIDAS', days: '1' })).description).toBe(
		'No release is known for the next 1 day.',
	);
	const german = embedOf(await run({ region: 'Österreich', days: '7' }, 'de'));
	expect(german).toMatchObject({
		title: 'Releases in Österreich',
		description: 'Für die nächsten 7 Tage ist kein Release bekannt.',
	});
});

test('/drops turns its pages', async () => {
	const first = await run({ region: 'JP' });
	expect(embedOf(first).description.match(/`J-\d`/g)).toHaveLength(8);
	const second = await testServer.press(first, 'Next');
	expect(embedOf(second).description.match(/`J-\d`/g)).toEqual(['`J-8`', '`J-9`']);
	expect(embedOf(second).footer.text).toBe('Dropwire · page 2 of 2 · days in Japan Standard Time');
});
