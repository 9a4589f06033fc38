import { Delivery, DELIVERY_INDEXES } from '@dropwire/db';
import { expect, test } from 'vitest';
import { type Finished, record } from './record.ts';
import { useDeliveries } from './testing.ts';

const deliveries = useDeliveries();

test('sent deliveries get their own values, and are found by their key only', async () => {
	await deliveries.withWebhooks(3);
	const { db } = deliveries.fixture;
	for (let n = 1; n <= 3; n++) await deliveries.publish(String(n));
	const rows = await Delivery.query(db.knex).orderBy('id');
	expect(rows).toHaveLength(9);
	const sent = rows.slice(2, 5);
	const none = { reason: null, failingSince: null, retryInMs: null, post: null, edit: false, replaces: false };
	const finished = sent.map(({ id, webhookId }, index): Finished => ({
		...none,
		deliveryId: id,
		webhookId: webhookId as number,
		status: 'sent',
		attempts: index + 1,
		sentAt: 1_795_000_000_000 + index,
		discordMessageId: `157483920174839200${index}`,
	}));
	const statements: { sql: string; bindings: readonly string[] }[] = [];
	db.knex.on('query', (query: (typeof statements)[number]) => statements.push(query));
	await record(db, { worker: 'worker', finished, released: [], dead: [] });

	const after = await Delivery.query(db.knex).orderBy('id');
	expect(after.filter(({ status }) => status === 'sent').map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
	for (const { deliveryId, attempts, sentAt, discordMessageId } of finished) {
		const row = after.find(({ id }) => id === deliveryId);
		expect(row).toMatchObject({ attempts, sentAt, discordMessageId, reason: null });
	}
	const [update] = statements.filter(({ sql }) => /^\s*update/.test(sql) && sql.includes('deliveries.id = sent.id'));
	const explain = db.dialect === 'mysql' ? 'explain format=traditional' : 'explain query plan';
	const plan = JSON.stringify(await db.knex.raw(`${explain} ${update?.sql}`, [...(update?.bindings ?? [])]));
	expect(plan).toMatch(db.dialect === 'mysql' ? /"type":"eq_ref"/ : /SEARCH deliveries USING INTEGER PRIMARY KEY/);
	if (db.dialect === 'mysql') return;
	// A message that was sent leaves the index of open deliveries; those of the lists are not written again.
	const program: { opcode: string; p4: string }[] = await db.knex.raw(`explain ${update?.sql}`, [
		...(update?.bindings ?? []),
	]);
	const main = program.slice(
		0,
		program.findIndex(({ opcode }) => opcode === 'Halt'),
	);
	expect(main.filter(({ opcode }) => opcode === 'IdxDelete').map(({ p4 }) => p4)).toEqual([DELIVERY_INDEXES.open]);
});
