import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SocialPost } from '@dropwire/db';
import { openTestDatabase } from '@dropwire/db/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Poster } from './poster.ts';

test('a hung connection to X delays neither other posts nor the stop', async () => {
	const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
	await once(silent, 'listening');
	const db = await openTestDatabase();
	const now = Date.now();
	for (const text of ['first', 'second']) {
		const event = { source: 'NIKE', sku: text, region: 'US', kind: 'PRICE', at: now };
		const [eventId] = await db.knex('events').insert(event);
		await db.knex('social_posts').insert({ eventId, keyword: 'x', text, status: 'pending', createdAt: now });
	}
	const poster = new Poster({
		db,
		log: pino({ level: 'silent' }),
		keys: {
			apiUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
			appKey: 'a',
			appSecret: 'b',
			accessToken: 'c',
			accessSecret: 'd',
		},
		pause: () => 60_000,
		patienceMs: 100,
	});
	poster.start();
	await expect
		.poll(async () => (await SocialPost.query(db.knex)).map(({ reason }) => reason))
		.toEqual(['X cannot be reached', 'X cannot be reached']);
	await poster.stop();
	silent.close();
	await db.close();
});
