import { type Knex, Release } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { MessageSubject } from '../product/event.ts';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { countOutcomes } from '../webhooks/countOutcomes.ts';
import { composeList } from './messages/composeList.ts';
import { chooseSubscriptions, type Listed } from './subscriptions/choose.ts';
import { OPERATORS_OWN, type OwnerRow, ownerRows } from './subscriptions/match.ts';

/** A launch that subscriptions are reminded of. Times are epoch ms. */
export interface Reminded {
	releaseId: number;
	/** How long before the launch. */
	minutes: number;
	launchAt: number;
	dueAt: number;
}

/** For how long after it was due a reminder can wait to be sent, ms. */
export const LATE_MS = 5 * 60_000;

const WITHDRAWN = 'The launch was moved or cancelled';

/** What the messages of reminders are about: the products as the shop last described them, by launch. */
export async function subjectsOf(trx: Knex, reminded: readonly Reminded[]): Promise<MessageSubject[]> {
	const ids = reminded.map(({ releaseId }) => releaseId);
	const rows = await Release.query(trx).whereIn('id', ids);
	const releases = new Map(rows.map((row) => [row.id, row]));
	const products: { id: number; snapshot: string | null }[] = await trx('releases as r')
		.join('products as p', (on) => {
			void on.on('p.source', 'r.brand').on('p.sku', 'r.sku').on('p.region', 'r.region');
		})
		.where('p.offer', 'NEW')
		.whereIn('r.id', ids)
		.select('r.id', 'p.snapshot');
	const snapshots = new Map(products.map(({ id, snapshot }) => [id, snapshot]));
	return reminded.flatMap(({ releaseId, minutes, launchAt, dueAt }): MessageSubject[] => {
		const release = releases.get(releaseId);
		if (!release) return [];
		const { brand: source, sku, region, price, full, currency } = release;
		const known = snapshots.get(releaseId);
		const cost = currency === null ? null : { current: Number(price), full: Number(full), currency };
		const after = known
			? { ...(JSON.parse(known) as ProductSnapshot), launchAt }
			: releaseSnapshot({ ...release, launchAt, price: cost });
		return [{ source, sku, region, kind: 'REMINDER', before: null, after, at: dueAt, reminder: { minutes, dueAt } }];
	});
}

/** What the message of a reminder lists. */
export async function remindedOf(trx: Knex, messageId: number): Promise<MessageSubject[]> {
	const rows = await trx('release_reminders').where({ messageId }).orderBy(['launchAt', 'releaseId']);
	return subjectsOf(trx, rows);
}

/**
 * Takes back what was not sent of the reminders of a date that a release no longer has. Engines that have a reminder in memory
 * notice that it expires at another time (`delivery/claims.ts`), and read its deliveries again.
 */
export async function withdrawReminders(
	trx: Knex,
	launch: Pick<Reminded, 'releaseId' | 'launchAt'>,
	now: number,
): Promise<void> {
	const messageIds: number[] = await trx('release_reminders')
		.where(launch)
		.where('dueAt', '>', now - 2 * LATE_MS)
		.pluck('messageId');
	for (const messageId of messageIds) {
		// The reminder stays, so that it is not sent when the launch moves back.
		await trx('release_reminders')
			.where({ ...launch, messageId })
			.update({ messageId: 0 });
		const message = await trx('messages').where({ id: messageId }).first('body');
		if (!message) continue;
		const events = await remindedOf(trx, messageId);
		if (events.length > 0) {
			const { embeds } = JSON.parse(message.body) as { embeds: [{ url?: string }] };
			await shortenReminder(trx, messageId, { events, link: embeds[0].url ?? null }, now);
			continue;
		}
		await trx('fanouts').where({ messageId }).delete();
		await trx('messages').where({ id: messageId }).update({ expiresAt: 0 });
		await expire(trx, trx('deliveries').where({ messageId }), now);
	}
}

/** Lets the deliveries of a reminder list only these launches, each those that its subscriptions want. */
async function shortenReminder(trx: Knex, messageId: number, listed: Listed, now: number): Promise<void> {
	const body = JSON.stringify(composeList(listed.events, listed.link));
	await trx('messages')
		.where({ id: messageId })
		.update({ body, expiresAt: trx.raw('?? - 1', ['expiresAt']) });
	// Those of subscriptions with options; all others have the body above.
	const open = () =>
		trx('deliveries')
			.where({ messageId })
			.whereIn('status', [...OPEN_STATUSES])
			.whereNot({ variant: '' });
	const rows: { id: number; webhookId: number; variant: string; topicId: number }[] = await open().select(
		'id',
		'webhookId',
		'variant',
		'topicId',
	);
	const [first] = rows;
	if (!first) return;
	const { topicId } = first;
	const range = { after: 0, upTo: null };
	const topics = { topicId, restockTopicId: null, isReminder: true };
	const { without, own } = await chooseSubscriptions(trx, topics, range, async () => listed);
	const keyOf = (webhookId: number, owner: string | null) => `${webhookId} ${owner ?? OPERATORS_OWN}`;
	const overlays = new Map(own.map(({ webhookId, owner, overlay }) => [keyOf(webhookId, owner), overlay]));
	const wantAll: OwnerRow[] = await ownerRows(trx)
		.where('s.topicId', topicId)
		.whereIn(
			's.webhookId',
			rows.map(({ webhookId }) => webhookId),
		)
		.whereNotIn('s.id', without);
	for (const { webhookId, guildId } of wantAll) overlays.set(keyOf(webhookId, guildId), {});
	const unwanted = rows.filter(({ webhookId, variant }) => !overlays.has(keyOf(webhookId, variant)));
	await expire(
		trx,
		open().whereIn(
			'id',
			unwanted.map(({ id }) => id),
		),
		now,
	);
	for (const { id, webhookId, variant } of rows) {
		const overlay = overlays.get(keyOf(webhookId, variant));
		if (overlay)
			await trx('deliveries')
				.where({ id })
				.update({ overlay: JSON.stringify(overlay) });
	}
}

async function expire(trx: Knex, deliveries: Knex.QueryBuilder, now: number): Promise<void> {
	const change = { status: 'expired', reason: WITHDRAWN };
	const expired = await deliveries.whereIn('status', [...OPEN_STATUSES]).update(change);
	await countOutcomes(trx, { expired }, undefined, now);
}
