import { type Topic, TOPICS } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operatorList, TopicRow } from './models/index.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';
import { syncVocabulary } from './vocabulary.ts';

let db: TestDatabase;
beforeEach(async () => {
	db = await openTestDatabase();
});
afterEach(() => db.close());

const isRestock = ({ brand }: Pick<Topic, 'brand'>) => brand === 'ASICS';
const withoutRestock = TOPICS.filter((topic) => !isRestock(topic));
const sync = (topics: readonly Topic[]) => db.transaction((trx) => syncVocabulary(trx, topics));
const names = async () => (await TopicRow.query(db.knex).orderBy('id')).map(({ toolsName }) => toolsName);
const restock = () => TopicRow.query(db.knex).findOne({ brand: 'ASICS' });

test('removing a topic keeps its events and deliveries', async () => {
	const topicId = (await restock())?.id;
	const event = { source: 'ASICS', sku: '1', region: 'US', kind: 'RESTOCK', at: 1, topicId };
	await db.knex('events').insert(event);
	await db.knex('messages').insert({ kind: 'TEST', body: '{}', seenAt: 1, queuedAt: 1, expiresAt: 1 });
	const message = await db.knex('messages').first('id');
	await db.knex('deliveries').insert({ messageId: message!.id, target: '…', status: 'sent', queuedAt: 1, topicId });

	await sync(withoutRestock);
	expect(await restock()).toBeUndefined();
	expect(await db.knex('events').first('sku', 'topicId')).toEqual({ sku: '1', topicId: null });
	expect(await db.knex('deliveries').first('status', 'topicId')).toEqual({ status: 'sent', topicId: null });

	await sync(TOPICS);
	expect((await names()).toSorted()).toEqual(TOPICS.map(({ toolsName }) => toolsName).toSorted());
});

test('a topic with webhooks is not removed, and the error names it', async () => {
	const { id: topicId } = await TopicRow.query(db.knex).findOne({ brand: 'ASICS' }).throwIfNotFound();
	await db.knex('webhooks').insert({ discordId: '4', urlHash: 'a', urlSealed: 'b', createdAt: 1 });
	const webhook = await db.knex('webhooks').first('id');
	const row = { webhookId: webhook!.id, list: operatorList(topicId), topicId, label: 'one', createdAt: 1 };
	await db.knex('subscriptions').insert(row);
	await expect(sync(withoutRestock)).rejects.toThrow('this version of Dropwire does not have: ASICS Restock (US).');
	expect(await restock()).toMatchObject({ id: topicId });
});

test('renamed topics keep their ids', async () => {
	const [jd, fnl] = [TOPICS.filter(({ brand }) => brand === 'JD'), TOPICS.filter(({ brand }) => brand === 'FNL')];
	const exchanged = TOPICS.map((topic) => {
		const at = Math.max(jd.indexOf(topic), fnl.indexOf(topic));
		const other = topic.brand === 'JD' ? fnl[at] : jd[at];
		return at >= 0 && other ? { ...topic, toolsName: other.toolsName } : topic;
	});
	const before = await TopicRow.query(db.knex).where({ brand: 'JD' }).orderBy('id');
	await sync(exchanged);
	const after = await TopicRow.query(db.knex).where({ brand: 'JD' }).orderBy('id');
	expect(after).toEqual(before.map((row, at) => ({ ...row, toolsName: fnl[at]?.toolsName })));
});

test('a topic of a new category is a new row', async () => {
	const moved = TOPICS.map((topic) => (isRestock(topic) ? { ...topic, category: 'RUNNING' } : topic));
	const before = await restock();
	await sync(moved);
	const after = await restock();
	expect(after).toMatchObject({ category: 'RUNNING', toolsName: 'ASICS Restock' });
	expect(after?.id).not.toBe(before?.id);
});
