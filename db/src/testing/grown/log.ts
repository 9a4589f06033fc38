import type { Database } from '../../connection/open.ts';
import { bulkInsert, type Row } from './bulkInsert.ts';
import { type Audience, nextId, type Subscriber } from './directory.ts';
import { planMessages, type PlannedMessage } from './planMessages.ts';
import { skuOf, snapshot } from './product.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KINDS = ['PRICE', 'STOCK', 'RESTOCK', 'STATUS', 'NEW', 'SHOCK_DROP'];
const REGIONS = ['US', 'JP', 'GB', 'FR', 'CA'];
/** The share of the events in the last hour. */
const EVENTS_LAST_HOUR = 0.003;
/** One message of this many is an announcement, which has no event. */
const PER_ANNOUNCEMENT = 1000;
/** A message's body with the size of a real one, about 1 kB. */
const BODY = JSON.stringify({ embeds: [{ title: 'Air Jordan', description: 'M 7 · '.repeat(150) }] });

interface LogOptions {
	audience: Audience;
	events: number;
	deliveries: number;
	lastHour: number;
	now: number;
}

/** Fills events, announcements, messages and deliveries, oldest first. @returns the ids of the events */
export async function fillLog(
	db: Database,
	random: Random,
	{ audience, events, deliveries, lastHour, now }: LogOptions,
): Promise<{ first: number; count: number }> {
	const recent = { messages: Math.ceil(events * EVENTS_LAST_HOUR), deliveries: Math.round(deliveries * lastHour) };
	const older = { messages: events - recent.messages, deliveries: deliveries - recent.deliveries };
	const plan = [
		...planMessages(random, audience, { ...older, from: now - 30 * DAY, to: now - HOUR }),
		...planMessages(random, audience, { ...recent, from: now - HOUR, to: now - 1000 }),
	];
	const eventBase = await nextId(db, 'events');
	const messageBase = await nextId(db, 'messages');
	const announcementBase = await nextId(db, 'announcements');
	const announcementOf = (n: number) =>
		n % PER_ANNOUNCEMENT === PER_ANNOUNCEMENT - 1 ? announcementBase + Math.floor(n / PER_ANNOUNCEMENT) : null;
	const planned = plan.map((message, n) => ({ ...message, ofEvent: announcementOf(n) === null }));
	await bulkInsert(db, 'events', eventRows(random, audience, planned, eventBase));
	const announcements = plan.flatMap(({ at }, n) => {
		const id = announcementOf(n);
		const text = { title: 'Stock', imageUrl: 'https://x.example/a.png', description: 'Numbers', createdBy: '1' };
		return id === null ? [] : [{ id, ...text, createdAt: at }];
	});
	await bulkInsert(db, 'announcements', announcements);
	const messages = plan.map(({ at }, n) => {
		const announcementId = announcementOf(n);
		const event = { kind: 'EVENT', eventId: eventBase + n };
		const source = announcementId === null ? event : { kind: 'ANNOUNCEMENT', eventId: null };
		const times = { seenAt: at, queuedAt: at + 20, expiresAt: at + HOUR / 2 };
		return { id: messageBase + n, ...source, announcementId, body: BODY, ...times };
	});
	await bulkInsert(db, 'messages', messages);
	await bulkInsert(db, 'deliveries', deliveryRows(random, audience, plan, { messageBase, now }));
	await fillOutcomes(db, messageBase);
	return { first: eventBase, count: plan.length };
}

function* eventRows(
	random: Random,
	{ topics }: Audience,
	plan: readonly (PlannedMessage & { ofEvent: boolean })[],
	firstId: number,
): Generator<Row> {
	const snapshots = Array.from({ length: 200 }, (_, n) => snapshot(n));
	for (const [n, { at, topic, fanout, ofEvent }] of plan.entries()) {
		const product = random.skewed(5000);
		const json = snapshots[product % snapshots.length] as string;
		const kind = KINDS[random.skewed(KINDS.length)] as string;
		yield {
			id: firstId + n,
			source: 'NIKE',
			sku: skuOf(product),
			region: REGIONS[random.skewed(REGIONS.length)] as string,
			kind,
			topicId: topics[topic]?.id ?? null,
			before: kind === 'NEW' ? null : json,
			after: json,
			at,
			deliveries: ofEvent ? fanout : 0,
		};
	}
}

function* deliveryRows(
	random: Random,
	{ topics }: Audience,
	plan: readonly PlannedMessage[],
	{ messageBase, now }: { messageBase: number; now: number },
): Generator<Row> {
	let sent = 0n;
	for (const [n, { at, topic, fanout }] of plan.entries()) {
		const { id, subscribers = [] } = topics[topic] ?? {};
		const start = random.below(subscribers.length);
		for (let step = 0; step < fanout; step++) {
			const subscriber = subscribers[(start + step) % subscribers.length] as Subscriber;
			const queuedAt = at + 20;
			const { status, reason } = outcome(random, subscriber, now - queuedAt);
			// The webhooks of some old deliveries were removed.
			const removed = now - queuedAt > 20 * DAY && random.share() < 0.02;
			yield {
				messageId: messageBase + n,
				webhookId: removed ? null : subscriber.webhookId,
				topicId: id ?? null,
				guildId: subscriber.guildId,
				target: subscriber.target,
				status,
				attempts: status === 'pending' ? 0 : 1,
				reason,
				queuedAt,
				sentAt: status === 'sent' ? queuedAt + 30 + step * 2 : null,
				discordMessageId: status === 'sent' ? String(800_000_000_000_000_000n + sent++) : null,
				failingSince: reason === null ? null : queuedAt,
			};
		}
	}
}

/** Counts the deliveries that ended by minute, as the engine does when it stores outcomes. */
async function fillOutcomes({ knex }: Database, messageBase: number): Promise<void> {
	await knex.raw(
		`insert into outcome_minutes (minute, writer, sent, failed, expired)
		select endedAt - endedAt % ${MINUTE}, ?, sum(status = 'sent'), sum(status = 'failed'), sum(status = 'expired')
		from (select coalesce(sentAt, queuedAt) as endedAt, status from deliveries where messageId >= ? and status <> 'pending') as ended
		group by endedAt - endedAt % ${MINUTE}`,
		[`grown ${messageBase}`, messageBase],
	);
}

function outcome(random: Random, { health }: Subscriber, ageMs: number): { status: string; reason: string | null } {
	if (health === 'paused' && ageMs < HOUR / 2) return { status: 'pending', reason: null };
	const share = random.share();
	if (health === 'off' && ageMs < 5 * DAY) return { status: 'failed', reason: 'Webhook is off: 10015 Unknown Webhook' };
	if (share < (health === 'flaky' ? 0.3 : 0.005)) return { status: 'failed', reason: 'Discord: HTTP 500' };
	return share > 0.997 ? { status: 'expired', reason: 'Not sent in time' } : { status: 'sent', reason: null };
}
