import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

const HOUR = 3_600_000;
let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const hoursOf = async (period?: '24h' | '7d') => (await ada.api.trends({ ...(period && { period }) })).data.hours;

test('trends add the outcomes of an hour, and have an entry for every hour of the period', async () => {
	const now = Date.now();
	const hour = (ago: number) => now - (now % HOUR) - ago * HOUR;
	const row = { writer: 'a', sent: 0, edited: 0, failed: 0, expired: 0 };
	await testServer.db.knex('outcome_minutes').insert([
		{ ...row, minute: hour(3), sent: 5, edited: 9 },
		{ ...row, minute: hour(3) + 59 * 60_000, sent: 2, failed: 1, expired: 1 },
		{ ...row, minute: hour(3), writer: 'b', sent: 1 },
		{ ...row, minute: hour(30), sent: 4 },
		{ ...row, minute: hour(24 * 8), sent: 100 },
	]);
	const day = await hoursOf();
	expect(day).toHaveLength(24);
	expect(day.at(-4)).toEqual({ at: hour(3), sent: 8, failed: 2 });
	expect(day.reduce((sum, { sent }) => sum + sent, 0)).toBe(8);
	const week = await hoursOf('7d');
	expect(week).toHaveLength(168);
	expect(week.map(({ at }) => at)).toEqual(Array.from({ length: 168 }, (_, n) => hour(167 - n)));
	expect(week.reduce((sum, { sent }) => sum + sent, 0)).toBe(12);
	await expect(ada.api.trends({ period: '30d' as '7d' })).rejects.toMatchObject({ status: 400 });
});
