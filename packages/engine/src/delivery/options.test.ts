import { GuildChannel, Place, TopicRow } from '@dropwire/db';
import { SANDBOX_APP, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { expect, test } from 'vitest';
import { ACTIVE_SHOES } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';
import { subscribeMany } from '../webhooks/subscriptions.ts';

const deliveries = useDeliveries();
const { change, channelOf, messages, rows, setOptions, settled } = deliveries;
const GUILD = SANDBOX_GUILDS.soleSearchers.id;
const [ROLE, OTHER_ROLE] = ['100000000000000011', '100000000000000012'];

test('only webhooks of the application have the button Watch, unless an option leaves it out, and edits keep it', async () => {
	await deliveries.withWebhooks(1);
	const { fixture } = deliveries;
	const { knex } = fixture.db;
	for (let n = 0; n < 2; n++) await channelOf(0);
	const applicationId = SANDBOX_APP.clientId;
	await knex('webhooks').whereIn('id', [2, 3]).update({ applicationId });
	await setOptions(3, { watchButton: false });
	await fixture.start({ sources: [], buttonApplication: applicationId });
	await change('RESTOCK');
	await settled(3);
	await change('STOCK', ['9']);
	await settled(6);
	const sent = await messages();
	expect(sent.map(({ edits }) => edits)).toEqual([1, 1, 1]);
	const buttons = Object.fromEntries(
		sent.map(({ webhookId, body }) => [webhookId, (body as { components?: unknown[] }).components]),
	);
	const ids: string[] = await knex('webhooks').orderBy('id').pluck('discordId');
	const watch = { type: 2, style: 2, label: 'Watch', custom_id: 'watch|add|NIKE|CK9246-101' };
	expect(ids.map((id) => buttons[id])).toEqual([undefined, [{ type: 1, components: [watch] }], undefined]);
	expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('options filter and change messages per owner', async () => {
	const [shared] = await deliveries.withWebhooks(4);
	const { db } = deliveries.fixture;
	await setOptions(2, { kinds: ['PRICE'] });
	await setOptions(3, { mentions: [ROLE], name: 'Vomero news', avatar: 'https://x.example/a.png', include: ['vom*'] });
	// The first webhook also belongs to a guild, which mentions a role, and twice to the operators.
	await db.transaction(async (trx) => {
		const { id: topicId } = await TopicRow.query(trx).findOne(ACTIVE_SHOES).throwIfNotFound();
		await trx('guilds').insert({ guildId: GUILD, name: 'Sole Searchers', updatedAt: 1 });
		const channel = await GuildChannel.query(trx).insert({ guildId: GUILD, topicId, createdAt: 1 });
		const places = [Place.channel({ id: channel.id, topicId }), Place.broadcast];
		await subscribeMany(
			trx,
			db.vault,
			places.map((place) => ({ place, webhook: shared! })),
		);
	});
	await setOptions(5, { mentions: [OTHER_ROLE] });
	await deliveries.fixture.start();
	await change('NEW');
	await settled(4);
	const received = await messages();
	const shown = received.map(({ webhookId, body }) => {
		const { username, content, allowed_mentions } = body as Record<string, unknown>;
		return { webhookId, username, content, allowed_mentions };
	});
	const ids = await db.knex('webhooks').orderBy('id').pluck('discordId');
	const plain = { username: 'Dropwire', content: undefined, allowed_mentions: { parse: [] } };
	const mention = (role: string) => ({ content: `<@&${role}>`, allowed_mentions: { parse: [], roles: [role] } });
	expect(shown).toHaveLength(4);
	expect(shown).toEqual(
		expect.arrayContaining([
			{ webhookId: ids[0], ...plain },
			{ webhookId: ids[0], username: 'Dropwire', ...mention(OTHER_ROLE) },
			{ webhookId: ids[2], username: 'Vomero news', ...mention(ROLE) },
			{ webhookId: ids[3], ...plain },
		]),
	);
	expect(await db.knex('events').first('deliveries')).toEqual({ deliveries: 4 });
});

test('edits contain no mentions and are separate per owner', async () => {
	await deliveries.withWebhooks(3);
	await setOptions(1, { mentions: [ROLE], sizes: ['8'] });
	await deliveries.fixture.start();
	await change('RESTOCK');
	await settled(3);
	await setOptions(2, { paused: true });
	// The filter does not let size 9 through, but the message has begun.
	await change('RESTOCK', ['8', '9']);
	await settled(5);
	expect((await rows()).slice(3).map(({ webhookId, editOf }) => ({ webhookId, isEdit: editOf !== null }))).toEqual([
		{ webhookId: 1, isEdit: true },
		{ webhookId: 3, isEdit: true },
	]);
	const [first] = await messages();
	expect(first).toMatchObject({
		edits: 1,
		body: { content: `<@&${ROLE}>`, allowed_mentions: { parse: [], roles: [ROLE] } },
	});
});

test('a message in place of a deleted one makes no sound in quiet hours, and mentions no one', async () => {
	await deliveries.withWebhooks(1);
	const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
	await setOptions(1, { mentions: [ROLE], quiet: { from: clock(-1), to: clock(1), zone: 'UTC' } });
	await deliveries.fixture.start();
	await change('RESTOCK');
	await settled(1);
	const [first] = await messages();
	expect(first).toMatchObject({ body: { flags: 4096 } });
	await deliveries.fixture.sandbox.control.deleteMessage(first!.id);
	await change('RESTOCK', ['8', '9']);
	await settled(2);
	const [next] = (await messages()).slice(-1);
	expect(next!.id).not.toBe(first!.id);
	expect(next).toMatchObject({ edits: 0, body: { flags: 4096 } });
	expect(next!.body).not.toHaveProperty('content');
});
