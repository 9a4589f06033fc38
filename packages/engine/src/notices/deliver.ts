import type { Database, Knex, StoredRow } from '@dropwire/db';
import { backoff, type Offer } from '@dropwire/domain';
import { sharedTexts, type SharedTranslate } from '@dropwire/domain/texts';
import type { ProductSnapshot } from '@dropwire/retailers';
import { availableSizes } from '../product/compare.ts';
import { offerOfEvent, type ProductEvent, type StoredEvent, storedEvent } from '../product/event.ts';
import type { EditableMessage } from '../publish/edits.ts';
import {
	composeConfirmation,
	composeList,
	composeNotice,
	type Noticed,
	type PersonalBody,
	withMissed,
} from './composePersonal.ts';
import { isDeferred, LONGEST_WAIT_MS, whereDue } from './dueInTurn.ts';
import { noticesOfMessage, type SentNotice } from './noticesOfMessage.ts';
import { type Place, type Places, readPlace, type Sent } from './places.ts';
import { type DueNotice, MINUTE_MS, planMessages, type RecentNotice } from './planMessages.ts';
import { readWanted, type WatchRights } from './wantedWatches.ts';

type Notice = Pick<
	StoredRow<'watch_notices'>,
	'id' | 'watchId' | 'eventId' | 'editOf' | 'sentWith' | 'queuedAt' | 'attempts'
>;

/** The most notices of a person that one turn sends, and the newest that are searched for recent ones. */
const MAX_NOTICES = 500;
/** The newest states of a product that are read to find the sizes that went. */
const MAX_STATES = 20;
/** An edit waits this long for the message that it edits, ms. */
const EDIT_RETRY_MS = 5000;
const pauseMs = backoff({ firstMs: 2000, maxMs: LONGEST_WAIT_MS });
const LONGEST_REASON = 255;

export interface DeliverOptions extends WatchRights {
	db: Database;
	places: Places;
}

/**
 * Sends what waits for one person, in order. A call per person at a time.
 * @returns false if nothing could be done
 */
export async function deliver(options: DeliverOptions, discordId: string, now = Date.now()): Promise<boolean> {
	const { knex } = options.db;
	const place = await readPlace(knex, discordId);
	const notices: Notice[] = await knex('watch_notices')
		.where({ discordId, status: 'queued' })
		.where((due) => whereDue(due, now))
		.orderBy('id')
		.limit(MAX_NOTICES)
		.select('id', 'watchId', 'eventId', 'editOf', 'sentWith', 'queuedAt', 'attempts');
	if (!place || notices.length === 0) return false;
	// A person with closed direct messages can have a thread that works again.
	const isThreadDue = place.guildId !== null && place.directUntil <= now;
	if (place.unreachableUntil > now && !isThreadDue) {
		await finish(knex, idsOf(notices), { status: 'failed', reason: place.reason });
		return true;
	}
	if (options.places.isDirectHeld && !isThreadDue) return false;
	if (await isDeferred(knex, discordId, now)) return false;
	await new Delivery(options, place, notices).run(now);
	return true;
}

/** What waits for one person. */
class Delivery {
	readonly #db: Database;
	readonly #options: DeliverOptions;
	readonly #place: Place;
	readonly #notices: Map<number, Notice>;
	readonly #t: SharedTranslate;
	readonly #events = new Map<number, ProductEvent>();

	constructor(options: DeliverOptions, place: Place, notices: readonly Notice[]) {
		this.#db = options.db;
		this.#options = options;
		this.#place = place;
		this.#t = sharedTexts(place.locale);
		this.#notices = new Map(notices.map((notice) => [notice.id, notice]));
	}

	async run(now: number): Promise<void> {
		const { knex } = this.#db;
		const all = [...this.#notices.values()];
		const confirmations = all.filter(({ eventId }) => eventId === null);
		if (confirmations.length > 0 && !(await this.#confirm(idsOf(confirmations), now))) return;
		const ids = unique(all.map(({ watchId }) => watchId));
		const { wanted: watches, unwanted } = await readWanted(knex, this.#place.discordId, ids, this.#options, now);
		await this.#loadEvents(all);
		const isWanted = ({ watchId, eventId }: Notice) => watches.has(watchId ?? 0) && this.#events.has(eventId ?? 0);
		const ofEvents = all.filter(({ eventId }) => eventId !== null);
		const dropped = ofEvents.filter((notice) => !isWanted(notice));
		for (const [reason, same] of Map.groupBy(dropped, (notice) => unwanted.get(notice.watchId ?? 0) ?? null)) {
			await finish(knex, idsOf(same), { status: 'dropped', reason });
		}
		const wanted = ofEvents.filter(isWanted);
		const due = wanted.filter(({ editOf }) => editOf === null) as DueNotice[];
		const { messages, deferred } = planMessages(due, await this.#recent(now));
		for (const one of deferred) await defer(knex, one.ids, one.until);
		for (const message of messages) if (!(await this.#sendEvents(message))) return;
		const edits = wanted.filter(({ editOf }) => editOf !== null);
		await this.#editAll(edits, now);
	}

	/** @returns false if nothing more can be sent to the person now */
	async #confirm(ids: readonly number[], now: number): Promise<boolean> {
		const { knex } = this.#db;
		const watch = await knex('watches').where({ discordId: this.#place.discordId }).first('id');
		if (watch) return this.#send(ids, composeConfirmation(now, this.#t));
		await finish(knex, ids, { status: 'dropped' });
		return true;
	}

	async #loadEvents(notices: readonly Pick<Notice, 'eventId'>[]): Promise<void> {
		const rows: (StoredEvent & { id: number })[] = await this.#db
			.knex('events')
			.whereIn('id', unique(notices.map(({ eventId }) => eventId)))
			.select('id', 'source', 'sku', 'region', 'kind', 'before', 'after', 'at');
		for (const { id, ...event } of rows) this.#events.set(id, storedEvent(event));
	}

	#eventsOf(notices: readonly Pick<Notice, 'eventId'>[]): ProductEvent[] {
		return notices.flatMap(({ eventId }) => this.#events.get(eventId ?? 0) ?? []);
	}

	async #recent(now: number): Promise<RecentNotice[]> {
		const rows = await this.#db
			.knex('watch_notices')
			.where({ discordId: this.#place.discordId, status: 'sent' })
			.orderBy('id', 'desc')
			.limit(MAX_NOTICES)
			.select('id', 'watchId', 'editOf', 'sentWith', 'sentAt');
		return rows.flatMap(({ id, watchId, editOf, sentWith, sentAt }) => {
			// One that is ahead was sent before the clock was set back.
			const isRecent = sentAt !== null && sentAt > now - MINUTE_MS && sentAt <= now;
			return isRecent && watchId !== null && editOf === null ? [{ watchId, sentWith: sentWith ?? id, sentAt }] : [];
		});
	}

	/** @returns false if nothing more can be sent to the person now */
	async #sendEvents(ids: readonly number[]): Promise<boolean> {
		const notices = ids.flatMap((id) => this.#notices.get(id) ?? []);
		const [first, ...others] = await this.#noticed(this.#eventsOf(notices));
		const watchId = onlyWatch(notices);
		if (!first) return true;
		const noticed = [first, ...others] as const;
		const isList = watchId === null;
		const body = isList ? composeList(noticed, Math.min(...ids), this.#t) : composeNotice(noticed, watchId, this.#t);
		return this.#send(ids, body);
	}

	/** The events with what the last checks found of their products. */
	async #noticed(events: readonly ProductEvent[]): Promise<Noticed[]> {
		const { knex } = this.#db;
		const keys = [...new Map(events.map((event) => [productOf(event), [event.source, event.sku]])).values()];
		const rows: ProductRow[] = await knex('products')
			.whereIn(['source', 'sku'], keys)
			.whereIn('state', ['read', 'gone'])
			.select('source', 'sku', 'region', 'offer', 'snapshot');
		const current = new Map(rows.map((row) => [placeOf(row, row.offer), row.snapshot]));
		return events.map((event) => {
			const snapshot = current.get(placeOf(event, offerOfEvent(event)));
			return { event, current: typeof snapshot === 'string' ? (JSON.parse(snapshot) as ProductSnapshot) : snapshot };
		});
	}

	/**
	 * @param replaced the notices of a message that does not exist any more: they are in the new one
	 * @returns false if nothing more can be sent to the person now
	 */
	async #send(ids: readonly number[], body: PersonalBody, replaced: readonly SentNotice[] = []): Promise<boolean> {
		const { knex } = this.#db;
		const first = Math.min(...ids);
		await knex('watch_notices')
			.whereIn('id', [...ids])
			.update({ sentWith: first });
		const sent = await this.#options.places.send(
			this.#place,
			withMissed(body, this.#place.missed, this.#t),
			`watch ${first}`,
		);
		await this.#record(ids, sent, replaced);
		return sent.kind === 'sent' || (sent.kind === 'failed' && this.#place.unreachableUntil <= Date.now());
	}

	/** Edits each message once, with the changes of all its products. */
	async #editAll(edits: readonly Notice[], now: number): Promise<void> {
		if (edits.length === 0) return;
		const { knex } = this.#db;
		const originals: Pick<Notice & { status: string }, 'id' | 'status' | 'sentWith'>[] = await knex('watch_notices')
			.whereIn('id', unique(edits.map(({ editOf }) => editOf)))
			.select('id', 'status', 'sentWith');
		const byId = new Map(originals.map((original) => [original.id, original]));
		const messages = Map.groupBy(edits, ({ editOf }) => {
			const original = byId.get(editOf ?? 0);
			return original?.status === 'sent' ? (original.sentWith ?? original.id) : (original?.status ?? 'dropped');
		});
		for (const [message, some] of messages) {
			if (typeof message === 'number') await this.#edit(message, some);
			else if (message === 'queued') await defer(knex, idsOf(some), now + EDIT_RETRY_MS);
			else await finish(knex, idsOf(some), { status: 'dropped' });
		}
	}

	/** @param first the first notice of the message */
	async #edit(first: number, edits: readonly Notice[]): Promise<void> {
		const { knex } = this.#db;
		const shown = await noticesOfMessage(knex, this.#place.discordId, first);
		await this.#loadEvents(shown);
		const body = await this.#edited(first, shown, edits);
		const { channelId, messageId } = shown[0] ?? {};
		if (!body || !channelId || !messageId) return finish(knex, idsOf(edits), { status: 'dropped' });
		const sent = await this.#options.places.edit(this.#place, channelId, messageId, body);
		if (sent === null) await this.#send(idsOf(edits), body, shown);
		else await this.#record(idsOf(edits), sent);
	}

	/** The message as it is now; null if its events were deleted. */
	async #edited(first: number, shown: readonly SentNotice[], edits: readonly Notice[]): Promise<PersonalBody | null> {
		const watchId = onlyWatch(shown);
		const latest = shown.at(-1);
		if (watchId === null || !latest) {
			const noticed = await this.#noticed(this.#eventsOf(shown));
			return noticed.length === 0 ? null : composeList(noticed, first, this.#t);
		}
		const edit = edits.findLast(({ editOf }) => editOf === latest.id);
		const edited = edit?.eventId ? await editableOf(this.#db.knex, latest.eventId, edit.eventId) : null;
		const [one, ...others] = await this.#noticed(
			this.#eventsOf([...shown.slice(0, -1), edited && edit ? edit : latest]),
		);
		if (!one) return null;
		// The lines above the product are replaced or removed: they say what had changed when the message was sent.
		return { content: '', ...composeNotice([one, ...others], watchId, this.#t, edited) };
	}

	async #record(ids: readonly number[], sent: Sent, replaced: readonly SentNotice[] = []): Promise<void> {
		const { knex } = this.#db;
		const notices = ids.flatMap((id) => this.#notices.get(id) ?? []);
		const now = Date.now();
		if (sent.kind === 'unopened') return;
		if (sent.kind === 'wait') return defer(knex, ids, now + Math.min(LONGEST_WAIT_MS, Math.ceil(sent.waitMs)));
		const attempts = Math.max(...notices.map((notice) => notice.attempts)) + 1;
		if (sent.kind !== 'sent') {
			const reason = sent.reason.slice(0, LONGEST_REASON);
			if (sent.kind === 'retry') return defer(knex, ids, now + pauseMs(attempts), { attempts, reason });
			return finish(knex, ids, { status: 'failed', attempts, reason });
		}
		const { channelId, messageId } = sent;
		await this.#db.transaction(async (trx) => {
			await finish(trx, ids, { status: 'sent', attempts, reason: null, channelId, messageId, sentAt: now });
			if (replaced.length > 0) {
				await trx('watch_notices').whereIn('id', idsOf(replaced)).update({ channelId, messageId });
			} else if (notices.every(({ editOf }) => editOf !== null)) return;
			for (const { watchId, eventId } of notices) {
				if (watchId !== null) await trx('watches').where({ id: watchId }).update({ lastEventId: eventId, lastAt: now });
			}
			const reached = { sentAt: now, missed: 0, unreachableUntil: 0 };
			// The reason why a thread is not used stays while it is not.
			const isChosen = this.#place.guildId === null || this.#place.directUntil <= now;
			Object.assign(this.#place, reached, isChosen && { reason: null });
			await trx('watch_places')
				.where({ discordId: this.#place.discordId })
				.update({ ...reached, ...(isChosen && { reason: null }) });
		});
	}
}

type ProductRow = Pick<StoredRow<'products'>, 'source' | 'sku' | 'region' | 'offer' | 'snapshot'>;

function productOf({ source, sku }: Pick<ProductEvent, 'source' | 'sku'>): string {
	return `${source} ${sku}`;
}

function placeOf(one: Pick<ProductEvent, 'source' | 'sku' | 'region'>, offer: Offer): string {
	return `${productOf(one)} ${one.region} ${offer}`;
}

/** The watch of all of these notices; null if they have several. */
function onlyWatch(notices: readonly Pick<Notice, 'watchId'>[]): number | null {
	const [one, ...others] = new Set(notices.map(({ watchId }) => watchId));
	return others.length === 0 ? (one ?? null) : null;
}

/** The event that a notice began with, and the sizes that the product had since; null if it was deleted. */
async function editableOf(knex: Knex, firstId: number | null, latestId: number): Promise<EditableMessage | null> {
	const row = await knex('events')
		.where({ id: firstId ?? 0 })
		.first('source', 'sku', 'region', 'offer', 'kind', 'before', 'after', 'at');
	if (!row) return null;
	const first = storedEvent(row);
	const states = await knex('events')
		.where({ source: row.source, sku: row.sku, region: row.region, offer: offerOfEvent(first) })
		.whereBetween('id', [firstId ?? 0, latestId])
		.orderBy('id', 'desc')
		.limit(MAX_STATES)
		.select('after');
	const seen = new Set(states.flatMap(({ after }) => availableSizes(storedEvent({ ...row, after }).after)));
	const { kind, at, before, after } = first;
	return { messageId: 0, kind, at, before, after, seen };
}

/** Updates those of the notices that still wait. */
export async function finish(
	knex: Knex,
	ids: readonly number[],
	patch: Partial<StoredRow<'watch_notices'>>,
): Promise<void> {
	if (ids.length === 0) return;
	await knex('watch_notices')
		.whereIn('id', [...ids])
		.where({ status: 'queued' })
		.update(patch);
}

async function defer(
	knex: Knex,
	ids: readonly number[],
	notBefore: number,
	patch: Partial<StoredRow<'watch_notices'>> = {},
): Promise<void> {
	await finish(knex, ids, { ...patch, notBefore });
}

function idsOf(notices: readonly Pick<Notice, 'id'>[]): number[] {
	return notices.map(({ id }) => id);
}

function unique(ids: readonly (number | null)[]): number[] {
	return [...new Set(ids.filter((id) => id !== null))];
}
