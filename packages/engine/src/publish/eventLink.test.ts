import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookBody } from '../message/body.ts';
import { queueEvent } from '../publishing.ts';
import { aSnapshot } from '../testing.ts';

let db: TestDatabase;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db.close());

test.each([
	['longer than Discord accepts', `https://shop.example/${'a'.repeat(2048)}`],
	['that becomes longer when it is encoded', `https://shop.example/${'ä'.repeat(1000)}`],
])('the event of a product with a page address %s is published, without a link', async (_, url) => {
	const after = aSnapshot({ url, image: url });
	const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind: 'NEW', before: null, after } as const;
	const queued = await queueEvent(db, { ...event, at: Date.now() }, undefined, { clickUrl: 'https://drop.example' });
	const { body } = (await db.knex('messages').where('eventId', queued!.eventId).first('body'))!;
	const [embed] = (JSON.parse(body) as WebhookBody).embeds;
	expect(embed.url).toBeUndefined();
	expect(embed.thumbnail).toBeUndefined();
	expect(JSON.stringify(embed)).not.toContain('drop.example');
});
