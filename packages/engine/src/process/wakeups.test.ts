import { onServer, openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, type Mock, test, vi } from 'vitest';
import { canStartRedis, startRedis, type TestRedis } from '../testing/redis.ts';
import { NewMessages } from './newMessages.ts';
import { openRemoteEngine } from './wakeSender.ts';
import { WakeUps } from './wakeups.ts';

const log = pino({ level: 'silent' });
let db: TestDatabase;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db.close());

const queue = (knex = db.knex) =>
	knex('messages').insert({ kind: 'EVENT', body: '{}', seenAt: 1, queuedAt: 1, expiresAt: 1 });

test('new messages are found once', async () => {
	await queue();
	const messages = new NewMessages(db);
	expect(await messages.check()).toBe(false);
	await queue();
	await queue();
	expect(await messages.check()).toBe(true);
	expect(await messages.check()).toBe(false);
});

test('the range of unsettled messages stays short', async () => {
	const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
	const read: number[] = [];
	db.knex.on('query-response', (rows: unknown) => {
		const [row] = rows as { count?: number }[];
		if (row?.count !== undefined) read.push(row.count);
	});
	const messages = new NewMessages(db);
	await messages.check();
	for (let minute = 1; minute <= 3; minute++) {
		clock.mockReturnValue(minute * 60_000);
		for (let n = 0; n < 5; n++) await queue();
		expect(await messages.check()).toBe(true);
	}
	clock.mockReturnValue(4 * 60_000);
	await messages.check();
	await messages.check();
	expect(read.at(-1)).toBeLessThanOrEqual(5);
	await queue();
	expect(await messages.check()).toBe(true);
	clock.mockRestore();
});

// The embedded database has one process, and one connection.
describe.skipIf(!onServer)('several processes', () => {
	test('a message that is committed after a newer one is found', async () => {
		const messages = new NewMessages(db);
		await messages.check();
		const slow = await db.knex.transaction();
		await queue(slow);
		await queue();
		expect(await messages.check()).toBe(true);
		expect(await messages.check()).toBe(false);
		await slow.commit();
		expect(await messages.check()).toBe(true);
	});

	test.skipIf(!canStartRedis)('Redis wakes the others at once; while it is away or hangs they poll', async () => {
		const redis: TestRedis = await startRedis();
		const openWakeUps = (worker: string) => {
			const on = { deliveries: vi.fn<() => void>(), watchlists: vi.fn<() => void>() };
			const wakeUps = new WakeUps({ db, log, redisUrl: redis.url, worker, on });
			wakeUps.start();
			return { wakeUps, on };
		};
		const [one, two] = [openWakeUps('one'), openWakeUps('two')];
		const server = openRemoteEngine(redis.url, log);
		/** Sends until it arrives: what is sent before the sender's connection is open is lost. */
		const arrives = (send: () => void, ...calls: Mock[]) =>
			vi.waitFor(
				() => {
					send();
					for (const call of calls) expect(call).toHaveBeenCalled();
				},
				{ timeout: 20_000, interval: 50 },
			);
		const subscribed = () => arrives(() => {}, one.on.watchlists, two.on.watchlists);
		try {
			// Each looks for work as soon as it is subscribed.
			await subscribed();
			vi.clearAllMocks();
			await arrives(() => server.watchChanged(), one.on.watchlists, two.on.watchlists);
			expect(one.on.deliveries).not.toHaveBeenCalled();
			await arrives(() => one.wakeUps.wakeOthers('deliveries'), two.on.deliveries);
			expect(one.on.deliveries).not.toHaveBeenCalled();

			const crash = { away: () => redis.stop(), back: () => redis.start() };
			const hang = { away: async () => redis.hang(), back: async () => redis.resume() };
			for (const { away, back } of [crash, hang]) {
				await away();
				vi.clearAllMocks();
				one.wakeUps.wakeOthers('deliveries');
				// The first poll marks the end of the messages, so a message is queued until one is found.
				await vi.waitFor(
					async () => {
						await queue();
						expect(two.on.deliveries).toHaveBeenCalled();
					},
					{ timeout: 20_000, interval: 100 },
				);
				expect(two.on.watchlists).not.toHaveBeenCalled();
				await back();
				await subscribed();
			}
		} finally {
			for (const { wakeUps } of [one, two]) await wakeUps.stop();
			server.close();
			await redis.stop();
		}
	});
});
