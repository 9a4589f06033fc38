import { setImmediate } from 'node:timers/promises';
import type { DeliveryGroup, LoggedDelivery } from '@dropwire/contract';
import { neutralCell } from '@dropwire/contract/rows';
import { DELIVERY_INDEXES, EventRow, type Knex, Message, tableByIndex } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { Call, Handlers } from '../http/context.ts';
import { invalidInput } from '../http/errors.ts';
import { countMessages, type MessageCounts } from './counts.ts';
import { type GroupFilter, newestGroups } from './groups.ts';
import { presentLog, readDeliveries } from './log.ts';
import { TITLES, withoutBody } from './present.ts';
import { searchOf } from './search.ts';

const PAGE = 25;
/** Deliveries that the export reads at a time. */
const EXPORT_ROWS = 500;

/** The log of deliveries by message, and its export. */
export const deliveryGroupHandlers = {
	deliveryGroups: async (call) => {
		const { cursor, ...facets } = call.input;
		const filter = await searchOf(call, facets);
		const { ids, next } = await newestGroups(call.knex, filter, cursor === undefined ? null : Number(cursor), PAGE);
		return {
			data: await presentGroups(call.knex, ids, filter.guildIds),
			nextCursor: next === null ? null : String(next),
		};
	},

	deliveriesExport: async (call) => exportLines(call, await searchOf(call, call.input)),
} satisfies Partial<Handlers>;

/** The facets by which only the messages of one guild are listed one by one. */
const SEARCHED = ['channel', 'sku', 'brand', 'region', 'kind', 'since', 'until'] as const;

/** Whether a list of deliveries is searched, instead of read from an index in its order. */
export function isSearch(input: Call<'deliveries'>['input']): boolean {
	return SEARCHED.some((facet) => input[facet] !== undefined);
}

/**
 * The deliveries of the messages that match in one guild, newest first: a page is that of `deliveryGroups`.
 * @throws CallError 400 without a guild, or with another list
 */
export async function searchDeliveries(call: Call<'deliveries'>) {
	const { announcement, event, message, cursor, ...facets } = call.input;
	const other = Object.entries({ announcement, event, message }).find(([, value]) => value !== undefined)?.[0];
	if (other !== undefined) throw invalidInput({ [other]: `cannot be combined with ${SEARCHED.join(', ')}` });
	if (facets.guildId === undefined) throw invalidInput({ guildId: `is required with ${SEARCHED.join(', ')}` });
	const filter = await searchOf(call, facets);
	const { ids, next } = await newestGroups(call.knex, filter, cursor === undefined ? null : Number(cursor), PAGE);
	const found: number[] = [];
	for (const id of ids)
		found.push(...(await idsOfMessage(call.knex, filter, id, { after: 0, max: LIMITS.webhooksPerGuild })));
	return {
		data: await presentLog(call, await readDeliveries(call.knex, found)),
		nextCursor: next === null ? null : String(next),
	};
}

async function presentGroups(
	knex: Knex,
	ids: readonly number[],
	guildIds: readonly string[] | null,
): Promise<DeliveryGroup[]> {
	const query = Message.query(knex).findByIds([...ids]);
	withoutBody(query);
	const messages = new Map((await query.select('queuedAt')).map((row) => [row.id, row]));
	const eventIds = [...messages.values()].flatMap(({ eventId }) => eventId ?? []);
	const events = new Map((await EventRow.query(knex).findByIds(eventIds)).map((row) => [row.id, row]));
	const counted = await countMessages(knex, ids, guildIds);
	return ids.flatMap((id) => {
		const message = messages.get(id);
		// Deleted in the meantime.
		if (!message) return [];
		const event = message.eventId === null ? undefined : events.get(message.eventId);
		const kind = message.kind === 'EVENT' ? 'ANNOUNCEMENT' : message.kind;
		const product = event && (JSON.parse(event.after ?? event.before ?? 'null') as ProductSnapshot | null);
		return {
			id: String(id),
			eventId: event ? String(event.id) : null,
			kind: event?.kind ?? kind,
			title: product?.title ?? TITLES[kind],
			image: product?.image ?? null,
			brand: event?.source ?? null,
			sku: event?.sku ?? null,
			region: event?.region ?? null,
			seenAt: message.seenAt,
			queuedAt: message.queuedAt,
			...(counted.get(id) as MessageCounts),
		};
	});
}

const COLUMNS = {
	queued: ({ queuedAt }) => new Date(queuedAt).toISOString(),
	sent: ({ sentAt }) => (sentAt === null ? '' : new Date(sentAt).toISOString()),
	outcome: ({ status }) => status,
	reason: ({ reason }) => reason ?? '',
	attempts: ({ attempts }) => String(attempts),
	kind: ({ kind }) => kind,
	edit: ({ editOf }) => (editOf === null ? '' : 'edit'),
	title: ({ title }) => title,
	sku: ({ sku }) => sku ?? '',
	region: ({ region }) => region ?? '',
	topic: ({ topic }) => topic ?? '',
	label: ({ label }) => label ?? '',
	server: ({ place }) => place?.guildName ?? place?.guildId ?? '',
	channel: ({ place }) => place?.channelName ?? place?.channelId ?? '',
	webhook: ({ target }) => target,
	event: ({ eventId }) => eventId ?? '',
	message: ({ messageUrl }) => messageUrl ?? '',
} satisfies Record<string, (row: LoggedDelivery) => string>;

/** A line with a cell that no spreadsheet runs as a formula (RFC 4180). */
function line(cells: readonly string[]): string {
	return `${cells.map((cell) => `"${neutralCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** The export in pieces. Stops when its reader has gone. */
async function* exportLines(call: Call<'deliveriesExport'>, filter: GroupFilter): AsyncGenerator<string> {
	// A spreadsheet reads the file as UTF-8 only after this mark.
	yield `\uFEFF${line(Object.keys(COLUMNS))}`;
	const seen = new Set<number>();
	let left: number = LIMITS.deliveriesExported;
	const gone = new AbortController();
	call.onClose(() => gone.abort());
	// A search that finds nothing yields nothing, so the stream cannot stop it. SQLite leaves the server no time between two.
	for (let cursor: number | null = null; !gone.signal.aborted; await setImmediate()) {
		const { ids, next } = await newestGroups(call.knex, filter, cursor, PAGE);
		for (const id of ids.filter((one) => !seen.has(one))) {
			seen.add(id);
			for (let after = 0; left > 0;) {
				const found = await idsOfMessage(call.knex, filter, id, { after, max: Math.min(EXPORT_ROWS, left) });
				const rows = await presentLog(call, await readDeliveries(call.knex, found));
				left -= rows.length;
				yield rows.map((row) => line(Object.values(COLUMNS).map((cell) => cell(row)))).join('');
				if (found.length < EXPORT_ROWS) break;
				after = found.at(-1) as number;
			}
		}
		if (next === null || left <= 0) return;
		cursor = next;
	}
}

/** The deliveries of a message that match the facets of deliveries, by id. */
async function idsOfMessage(
	knex: Knex,
	{ status, topicIds, guildIds, webhookIds }: GroupFilter,
	messageId: number,
	{ after, max }: { after: number; max: number },
): Promise<number[]> {
	const query = knex
		.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.message))
		.whereIn('messageId', [messageId])
		.where('id', '>', after)
		.orderBy('id')
		.limit(max);
	if (status) void query.where({ status });
	if (topicIds) void query.whereIn('topicId', [...topicIds]);
	if (guildIds) void query.whereIn('guildId', [...guildIds]);
	if (webhookIds) void query.whereIn('webhookId', [...webhookIds]);
	return query.pluck('id');
}
