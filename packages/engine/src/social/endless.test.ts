import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { SocialPost } from '@dropwire/db';
import { openTestDatabase } from '@dropwire/db/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Poster } from './poster.ts';

const MIB = 1024 * 1024;
let sent = 0;
/** A server whose responses never end. */
const server = createServer((_, response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	const endless = function* () {
		for (;;) {
			sent += MIB;
			yield Buffer.alloc(MIB, '[');
		}
	};
	pipeline(Readable.from(endless()), response, () => undefined);
});
let origin: string;
beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

test('an endless response of X is cut off and retried', async () => {
	const db = await openTestDatabase();
	const event = { source: 'NIKE', sku: 'S', region: 'US', kind: 'PRICE', at: Date.now() };
	const [eventId] = await db.knex('events').insert(event);
	await db.knex('social_posts').insert({ eventId, keyword: 'x', text: 't', status: 'pending', createdAt: Date.now() });
	const keys = { apiUrl: origin, appKey: 'a', appSecret: 'b', accessToken: 'c', accessSecret: 'd' };
	const poster = new Poster({ db, log: pino({ level: 'silent' }), keys, pause: () => 60_000 });
	sent = 0;
	poster.start();
	await expect
		.poll(async () => (await SocialPost.query(db.knex)).map(({ reason, status }) => `${status} ${reason}`))
		.toEqual([expect.stringMatching(/^pending X /)]);
	expect(sent).toBeLessThan(300 * MIB);
	await poster.stop();
	await db.close();
});
