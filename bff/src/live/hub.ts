import { AuditRow, type Database, Delivery, EventRow } from '@dropwire/db';
import type { CallName } from '../../contract/index.ts';
import { OPEN_STATUSES } from '@dropwire/db/topics';
import type { Logger } from 'pino';
import { presentDeliveries } from '../deliveries/present.ts';
import { presentEvent } from '../events/present.ts';
import { Listener } from './listener.ts';

/** Tells browsers what happens, as it happens. One look at the database serves everyone who listens. */
export interface LiveHub {
	/**
	 * @param guilds whose deliveries may be seen; null for all
	 * @returns server-sent events, until the reader goes
	 */
	subscribe(who: {
		discordId: string;
		guilds: readonly string[] | null;
		lastEventId: string | null;
	}): AsyncIterable<string>;
	/** Ends the streams of a person; who still may listen comes back. */
	drop(discordId: string): void;
	close(): void;
}

const LOOK_MS = 500;
/** Transactions that began earlier can still bring rows with smaller ids; after so long they cannot. */
const SETTLED_MS = 15_000;
/** Rows of one look; what is beyond is told as `reset`: look for yourself. */
const MOST_ROWS = 500;
const HEARTBEAT_MS = 15_000;
/** The audit's name for the call that changes who may do what; another process may have served it. */
const RIGHTS_CHANGE: CallName = 'usersChange';

/**
 * Looks for what is new by time and not by id alone, since of two transactions the one with the higher ids can be
 * visible first; what was told is remembered for as long as it can be found again.
 */
export function createLiveHub(db: Database, log: Logger): LiveHub {
	/** Those that are told; and all that are open, also those that are still beginning. */
	const listeners = new Set<Listener>();
	const open = new Set<Listener>();
	let timer: NodeJS.Timeout | undefined;
	let looking = false;
	/** What was told, with the time and, for deliveries, the status. */
	const toldEvents = new Map<number, number>();
	const toldChanges = new Map<number, number>();
	const toldDeliveries = new Map<number, { status: string; at: number }>();

	function drop(discordId: string): void {
		for (const listener of open) if (listener.discordId === discordId) listener.end();
	}

	async function look(): Promise<void> {
		if (looking || listeners.size === 0) return;
		looking = true;
		try {
			const now = Date.now();
			await newEvents(now);
			await newDeliveries(now);
			await newChanges(now);
			forget(now);
			for (const listener of listeners) listener.beat(now, HEARTBEAT_MS);
		} catch (error) {
			log.error({ err: error }, 'looking for live news failed');
		} finally {
			looking = false;
		}
	}

	/** With nobody listening nothing was told, and nobody wants to hear now what happened before they came. */
	async function prime(now: number): Promise<void> {
		for (const { id, at } of await recentEvents(now).select('id', 'at')) toldEvents.set(id, at);
		for (const { id, at } of await recentChanges(now)) toldChanges.set(id, at);
		for (const { id, status } of await recentDeliveries(now).select('id', 'status')) {
			toldDeliveries.set(id, { status, at: now });
		}
	}

	const recentEvents = (now: number) =>
		EventRow.query(db.knex)
			.where('at', '>', now - SETTLED_MS)
			.orderBy('id');
	const recentDeliveries = (now: number) =>
		Delivery.query(db.knex)
			.orderBy('deliveries.id')
			.whereIn('messageId', (messages) => {
				void messages
					.from('messages')
					.where('queuedAt', '>', now - SETTLED_MS)
					.select('id');
			});

	const recentChanges = (now: number) =>
		AuditRow.query(db.knex)
			.where('at', '>', now - SETTLED_MS)
			.where((some) => void some.whereNotNull('guildId').orWhere({ action: RIGHTS_CHANGE }))
			.orderBy('id')
			.select('id', 'at', 'guildId', 'action', 'target')
			.limit(MOST_ROWS);

	/** What somebody changed about a guild or about a person's rights, by the dashboard or the bot, in whichever process: told once per look. */
	async function newChanges(now: number): Promise<void> {
		const rows = (await recentChanges(now)).filter(({ id }) => !toldChanges.has(id));
		for (const { id, at } of rows) toldChanges.set(id, at);
		for (const { action, target } of rows) if (action === RIGHTS_CHANGE) drop((target ?? '').replace(/^user /, ''));
		const guilds = new Set(rows.flatMap(({ guildId }) => guildId ?? []));
		for (const guildId of guilds) {
			for (const listener of listeners) listener.tell('guild', {}, { guildId }, guildId);
		}
	}

	async function newEvents(now: number): Promise<void> {
		const rows = await recentEvents(now).limit(MOST_ROWS);
		for (const row of rows) {
			if (toldEvents.has(row.id)) continue;
			toldEvents.set(row.id, row.at);
			for (const listener of listeners) listener.tell('event', { event: row.id }, presentEvent(row), null);
		}
	}

	async function newDeliveries(now: number): Promise<void> {
		const open = [...toldDeliveries].filter(([, { status }]) => isOpen(status)).map(([id]) => id);
		const fresh = recentDeliveries(now).withGraphFetched('[message, topic]').limit(MOST_ROWS);
		const followed = Delivery.query(db.knex).withGraphFetched('[message, topic]').findByIds(open.slice(0, MOST_ROWS));
		const rows = [...(await fresh), ...(open.length > 0 ? await followed : [])];
		const changed = [...new Map(rows.map((row) => [row.id, row])).values()].filter(
			(row) => toldDeliveries.get(row.id)?.status !== row.status,
		);
		const shown = await presentDeliveries(db.knex, changed);
		for (const [index, row] of changed.entries()) {
			toldDeliveries.set(row.id, { status: row.status, at: now });
			for (const listener of listeners) listener.tell('delivery', { delivery: row.id }, shown[index], row.guildId);
		}
		if (rows.length >= MOST_ROWS) for (const listener of listeners) listener.reset();
	}

	function forget(now: number): void {
		for (const told of [toldEvents, toldChanges]) {
			for (const [id, at] of told) if (at < now - 2 * SETTLED_MS) told.delete(id);
		}
		for (const [id, { status, at }] of toldDeliveries) {
			if (at < now - 2 * SETTLED_MS && (!isOpen(status) || toldDeliveries.size > MOST_ROWS)) toldDeliveries.delete(id);
		}
	}

	/** What happened since the reader last listened. */
	async function catchUp(listener: Listener): Promise<void> {
		const { event, delivery } = listener.last;
		const events = await EventRow.query(db.knex).where('id', '>', event).orderBy('id').limit(MOST_ROWS);
		const deliveries = await Delivery.query(db.knex)
			.withGraphFetched('[message, topic]')
			.where('deliveries.id', '>', delivery)
			.orderBy('deliveries.id')
			.limit(MOST_ROWS);
		if (events.length === MOST_ROWS || deliveries.length === MOST_ROWS) return listener.reset();
		for (const row of events) {
			listener.tell('event', { event: row.id }, presentEvent(row), null);
			listener.caughtUp.add(row.id);
		}
		const shown = await presentDeliveries(db.knex, deliveries);
		for (const [index, row] of deliveries.entries()) {
			listener.tell('delivery', { delivery: row.id }, shown[index], row.guildId);
		}
		return undefined;
	}

	async function begin(listener: Listener, lastEventId: string | null): Promise<void> {
		if (listeners.size === 0) await prime(Date.now());
		if (lastEventId === null) {
			const [event] = await EventRow.query(db.knex).max('id as id');
			const [delivery] = await Delivery.query(db.knex).max('id as id');
			listener.last = { event: event?.id ?? 0, delivery: delivery?.id ?? 0 };
			listener.hello();
		} else {
			listener.resume(lastEventId);
			await catchUp(listener);
		}
		// Its reader went, or was sent away, while this was read.
		if (listener.ended) return;
		listeners.add(listener);
		timer ??= setInterval(() => void look(), LOOK_MS);
		await look();
	}

	return {
		subscribe({ discordId, guilds, lastEventId }) {
			const listener = new Listener(discordId, guilds, () => {
				listeners.delete(listener);
				open.delete(listener);
				if (listeners.size > 0) return;
				clearInterval(timer);
				timer = undefined;
				toldEvents.clear();
				toldChanges.clear();
				toldDeliveries.clear();
			});
			open.add(listener);
			begin(listener, lastEventId).catch((error: unknown) => {
				log.error({ err: error }, 'a live stream could not begin');
				listener.end();
			});
			return listener.stream();
		},
		drop,
		close() {
			clearInterval(timer);
			for (const listener of open) listener.end();
		},
	};
}

function isOpen(status: string): boolean {
	return OPEN_STATUSES.some((open) => open === status);
}
