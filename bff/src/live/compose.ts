import { type Delivery as DeliveryRow, type DeliverySummary } from '@dropwire/contract';
import { Delivery, type Knex } from '@dropwire/db';
import { presentDeliveries, withoutBody } from '../deliveries/present.ts';
import { presentLiveEvent, readEvents } from '../events/present.ts';
import { frame, join, RESET, type Watermark } from './frames.ts';
import type { View } from './listener.ts';
import type { DeliveryChange, Subject, TrackedDeliveries } from './trackedDeliveries.ts';

/** Messages with more deliveries than this, as the reader sees them, are sent as counts instead of rows. */
const MAX_ROWS_PER_MESSAGE = 10;
/** Limit of deliveries that are read as rows per poll. Beyond it, all messages are sent as counts. */
export const MAX_ROWS = 500;
/** Limit of frames per poll and view. Beyond it, the clients reload. */
const MAX_FRAMES = 100;

/** What happened since the last poll. */
export interface News {
	eventIds: readonly number[];
	deliveries: readonly DeliveryChange[];
	/** The guilds whose subscriptions changed. */
	guildIds: ReadonlySet<string>;
	at: Watermark;
}

/** The changed deliveries of a message in a guild; null for all guilds. */
interface Group {
	messageId: number;
	guildId: string | null;
	changes: DeliveryChange[];
}

/**
 * Composes what each view gets. Every row and every summary is read and serialized once, whatever the number of views.
 * @returns the text by the view's key; empty if the view gets nothing
 */
export async function compose(
	knex: Knex,
	tracked: TrackedDeliveries,
	news: News,
	views: ReadonlyMap<string, View>,
): Promise<Map<string, string>> {
	const { at } = news;
	const groupsOf = groupBy(news.deliveries);
	const total = ({ messageId, guildId }: Group) =>
		Object.values(tracked.countsOf(messageId, guildId)).reduce((sum, count) => sum + count, 0);
	const isSmall = (group: Group) => total(group) <= MAX_ROWS_PER_MESSAGE;

	const wanted = new Set<number>();
	const samples = new Set<number>();
	for (const view of views.values()) {
		for (const group of groupsOf(view)) {
			if (view.allRows || isSmall(group)) for (const { id } of group.changes) wanted.add(id);
			else if (!tracked.subjectOf(group.messageId) && group.changes[0]) samples.add(group.changes[0].id);
		}
	}
	const tooMany = wanted.size > MAX_ROWS;
	if (tooMany) {
		wanted.clear();
		for (const { changes } of groupsOf({ guilds: null })) if (changes[0]) samples.add(changes[0].id);
	}
	const rows = await readRows(knex, [...wanted, ...samples]);
	for (const [messageId, subject] of rows.subjects) tracked.setSubject(messageId, subject);
	const rowFrames = new Map(
		[...wanted].flatMap((id) => {
			const row = rows.byId.get(id);
			return row ? [[id, frame('delivery', row)] as const] : [];
		}),
	);
	const eventFrames = await composeEvents(knex, news.eventIds);

	const summaries = new Map<string, string>();
	const summaryOf = ({ messageId, guildId }: Group): string => {
		const key = `${messageId} ${guildId ?? ''}`;
		const subject = tracked.subjectOf(messageId);
		if (!summaries.has(key) && subject) {
			const counts = tracked.countsOf(messageId, guildId);
			const summary: DeliverySummary = { id: String(messageId), guildId, ...subject, counts };
			summaries.set(key, frame('deliveries', summary));
		}
		return summaries.get(key) ?? '';
	};
	const composeFor = (view: View): string => {
		if (eventFrames === null || (tooMany && view.allRows)) return join([RESET], at);
		const deliveries = groupsOf(view).flatMap((group) =>
			view.allRows || (!tooMany && isSmall(group))
				? group.changes.flatMap(({ id }) => rowFrames.get(id) ?? [])
				: summaryOf(group),
		);
		const guilds = [...news.guildIds].filter((id) => view.guilds === null || view.guilds.includes(id));
		const frames = [...eventFrames, ...deliveries, ...guilds.map((guildId) => frame('guild', { guildId }))];
		return join(frames.length > MAX_FRAMES && !view.allRows ? [RESET] : frames, at);
	};
	return new Map(views.entries().map(([key, view]) => [key, composeFor(view)]));
}

/** @returns null if there are too many events */
export async function composeEvents(knex: Knex, ids: readonly number[]): Promise<string[] | null> {
	if (ids.length > MAX_FRAMES) return null;
	if (ids.length === 0) return [];
	const rows = await readEvents(knex, ids, 'asc');
	return rows.map((row) => frame('event', presentLiveEvent(row)));
}

/** Reads deliveries as the API presents them, without the bodies of their messages. */
export async function readRows(knex: Knex, ids: readonly number[]) {
	const byId = new Map<number, DeliveryRow>();
	const subjects = new Map<number, Subject>();
	if (ids.length === 0) return { byId, subjects };
	const found = await Delivery.query(knex)
		.findByIds([...ids])
		.orderBy('id')
		.withGraphFetched('[message(withoutBody), topic]')
		.modifiers({ withoutBody });
	const shown = await presentDeliveries(knex, found);
	for (const [index, { id, messageId, message }] of found.entries()) {
		const row = shown[index] as DeliveryRow;
		byId.set(id, row);
		const { eventId, kind, title, sku, region, queuedAt } = row;
		// Nothing that differs between the deliveries of a message: a guild's reader must not see another guild's.
		const edit = message?.continues != null;
		subjects.set(messageId, { eventId, kind, title, sku, region, queuedAt, edit });
	}
	return { byId, subjects };
}

/** Groups changes by message and guild. @returns the groups that a view shows */
function groupBy(changes: readonly DeliveryChange[]): (view: Pick<View, 'guilds'>) => Group[] {
	const groups = (rows: readonly DeliveryChange[], guildId: string | null): Group[] =>
		[...Map.groupBy(rows, (row) => row.messageId)].map(([messageId, own]) => ({ messageId, guildId, changes: own }));
	const all = groups(changes, null);
	const byGuild = new Map(
		[...Map.groupBy(changes, (row) => row.guildId)].map(([guildId, rows]) => [guildId, groups(rows, guildId)]),
	);
	return ({ guilds }) => (guilds === null ? all : guilds.flatMap((id) => byGuild.get(id) ?? []));
}
