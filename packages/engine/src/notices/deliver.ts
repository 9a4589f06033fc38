import { type Database, type Knex, paidServersOf, readServerGrants, type StoredRow } from '@dropwire/db';
import { type Access, accessOf, backoff, type GivenRole, type Offer, watchLimit } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';
import type { ProductSnapshot } from '@dropwire/retailers';
import { availableSizes } from '../product/compare.ts';
import { offerOfEvent, type ProductEvent, type StoredEvent, storedEvent } from '../product/event.ts';
import type { EditableMessage } from '../publish/edits.ts';
import {
	composeConfirmation,
	composeList,
	composeNotice,
	composePersonal,
	type Noticed,
	type PersonalBody,
	withMissed,
} from './composePersonal.ts';
import { type Place, type Places, type Sent } from './places.ts';
import { type DueNotice, MINUTE_MS, planMessages, type RecentNotice } from './planMessages.ts';

type Notice = Pick<
	StoredRow<'watch_notices'>,
	'id' | 'watchId' | 'eventId' | 'editOf' | 'sentWith' | 'queuedAt' | 'attempts'
>;
type OwnWatch = Pick<StoredRow<'watches'>, 'id' | 'muted' | 'snoozedUntil'>;

/** The most notices of a person that one turn sends, and the newest that are searched for recent ones. */
const MAX_NOTICES = 500;
/** The newest states of a product that are read to find the sizes that went. */
const MAX_STATES = 20;
/** An edit waits this long for the message that it edits, ms. */
const EDIT_RETRY_MS = 5000;
/** How long a request that was no attempt waits, ms. */
const WAIT_MS = 1000;
const pauseMs = backoff({ firstMs: 2000, maxMs: 60_000 });
const LONGEST_REASON = 255;

export interface DeliverOptions {
	db: Database;
	places: Places;
	/**
	 * WATCHES_PER_MEMBER, and the admins and plans of the settings: a watch beyond its person's limit gets no notices.
	 */
	watchesPerMember: number;
	admins: readonly string[];
	plans: readonly Plan[];
}

/** Sends what waits for one person, in order. A call per person at a time. */
export async function deliver(options: DeliverOptions, discordId: string, now = Date.now()): Promise<void> {
	const { knex } = options.db;
	const place = await knex('watch_places').where({ discordId }).first();
	const notices: Notice[] = await knex('watch_notices')
		.where({ discordId, status: 'queued' })
		.where('notBefore', '<=', now)
		.orderBy('id')
		.limit(MAX_NOTICES)
		.select('id', 'watchId', 'eventId', 'editOf', 'sentWith', 'queuedAt', 'attempts');
	if (!place || notices.length === 0) return;
	if (place.unreachableUntil > now) {
		return finish(knex, idsOf(notices), { status: 'failed', reason: place.reason });
	}
	// A message that is tried again goes first: notices keep their order.
	const tried = await knex('watch_notices')
		.where({ discordId, status: 'queued' })
		.whereNotNull('sentWith')
		.where('notBefore', '>', now)
		.first('id');
	if (!tried) await new Delivery(options, place, notices).run(now);
}

/** What waits for one person. */
class Delivery {
	readonly #db: Database;
	readonly #options: DeliverOptions;
	readonly #place: Place;
	readonly #notices: Map<number, Notice>;
	#watches = new Map<number, OwnWatch>();
	#events = new Map<number, ProductEvent>();

	constructor(options: DeliverOptions, place: Place, notices: readonly Notice[]) {
		this.#db = options.db;
		this.#options = options;
		this.#place = place;
		this.#notices = new Map(notices.map((notice) => [notice.id, notice]));
	}

	async run(now: number): Promise<void> {
		const { knex } = this.#db;
		const all = [...this.#notices.values()];
		const confirmations = all.filter(({ eventId }) => eventId === null);
		if (confirmations.length > 0 && !(await this.#confirm(idsOf(confirmations), now))) return;
		await this.#load(all, now);
		const isWanted = ({ watchId, eventId }: Notice) =>
			this.#watches.has(watchId ?? 0) && this.#events.has(eventId ?? 0);
		const ofEvents = all.filter(({ eventId }) => eventId !== null);
		const dropped = ofEvents.filter((notice) => !isWanted(notice));
		await finish(knex, idsOf(dropped), { status: 'dropped' });
		const wanted = ofEvents.filter(isWanted);
		const due = wanted.filter(({ editOf }) => editOf === null) as DueNotice[];
		const { messages, deferred } = planMessages(due, await this.#recent(now));
		for (const { ids, until } of deferred) await defer(knex, ids, until);
		for (const ids of messages) if (!(await this.#sendEvents(ids))) return;
		for (const edit of wanted.filter(({ editOf }) => editOf !== null)) await this.#edit(edit, now);
	}

	/** @returns false if nothing more can be sent to the person now */
	async #confirm(ids: readonly number[], now: number): Promise<boolean> {
		const { knex } = this.#db;
		const watch = await knex('watches').where({ discordId: this.#place.discordId }).first('id');
		if (watch) return this.#send(ids, composeConfirmation(now));
		await finish(knex, ids, { status: 'dropped' });
		return true;
	}

	/** Reads the watches that want their notices now, and the events. */
	async #load(notices: readonly Notice[], now: number): Promise<void> {
		const { knex } = this.#db;
		const { discordId } = this.#place;
		const rights = await rightsOf(knex, discordId, this.#options, now);
		const limit = watchLimit(rights, this.#options.watchesPerMember, now);
		const beyond = await knex('watches').where({ discordId }).orderBy('id').offset(limit).first('id');
		const watches: OwnWatch[] = await knex('watches')
			.whereIn('id', unique(notices.map(({ watchId }) => watchId)))
			.where({ discordId, muted: 0 })
			.where((awake) => void awake.whereNull('snoozedUntil').orWhere('snoozedUntil', '<=', now))
			.select('id', 'muted', 'snoozedUntil');
		const own = watches.filter(({ id }) => !beyond || id < beyond.id);
		this.#watches = new Map(own.map((watch) => [watch.id, watch]));
		const rows: (StoredEvent & { id: number })[] = await knex('events')
			.whereIn('id', unique(notices.map(({ eventId }) => eventId)))
			.select('id', 'source', 'sku', 'region', 'kind', 'before', 'after', 'at');
		this.#events = new Map(rows.map(({ id, ...event }) => [id, storedEvent(event)]));
	}

	async #recent(now: number): Promise<RecentNotice[]> {
		const rows = await this.#db
			.knex('watch_notices')
			.where({ discordId: this.#place.discordId, status: 'sent' })
			.orderBy('id', 'desc')
			.limit(MAX_NOTICES)
			.select('id', 'watchId', 'editOf', 'sentWith', 'sentAt');
		return rows.flatMap(({ id, watchId, editOf, sentWith, sentAt }) => {
			const isRecent = watchId !== null && editOf === null && sentAt !== null && sentAt > now - MINUTE_MS;
			return isRecent ? [{ watchId, sentWith: sentWith ?? id, sentAt }] : [];
		});
	}

	/** @returns false if nothing more can be sent to the person now */
	async #sendEvents(ids: readonly number[]): Promise<boolean> {
		const notices = ids.flatMap((id) => this.#notices.get(id) ?? []);
		const events = notices.flatMap(({ eventId }) => this.#events.get(eventId ?? 0) ?? []);
		const watch = this.#watches.get(notices[0]?.watchId ?? 0);
		const [first, ...others] = await this.#noticed(events);
		if (!first || !watch) return true;
		const isOne = notices.every(({ watchId }) => watchId === watch.id);
		return this.#send(ids, isOne ? composeNotice([first, ...others], ofWatch(watch)) : composeList([first, ...others]));
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

	/** @returns false if nothing more can be sent to the person now */
	async #send(ids: readonly number[], body: PersonalBody): Promise<boolean> {
		const { knex } = this.#db;
		const first = Math.min(...ids);
		await knex('watch_notices')
			.whereIn('id', [...ids])
			.update({ sentWith: first });
		const sent = await this.#options.places.send(this.#place, withMissed(body, this.#place.missed), `watch ${first}`);
		await this.#record(ids, sent);
		return sent.kind === 'sent' || (sent.kind === 'failed' && this.#place.unreachableUntil <= Date.now());
	}

	async #edit(notice: Notice, now: number): Promise<void> {
		const { knex } = this.#db;
		const original = await knex('watch_notices')
			.where({ id: notice.editOf as number })
			.first('id', 'status', 'eventId', 'sentWith', 'channelId', 'messageId');
		if (original?.status === 'queued') return defer(knex, [notice.id], now + EDIT_RETRY_MS);
		const event = this.#events.get(notice.eventId ?? 0);
		const watch = this.#watches.get(notice.watchId ?? 0);
		const edited = original && event && (await editableOf(knex, original.eventId, notice.eventId ?? 0));
		// A list shows several changes, which the state of one product would replace.
		const isAlone = original?.sentWith == null || (await countSentWith(knex, original.sentWith)) === 1;
		if (original?.status !== 'sent' || !event || !watch || !edited || !isAlone) {
			return finish(knex, [notice.id], { status: 'dropped' });
		}
		const body = composePersonal(event, ofWatch(watch), edited);
		const { channelId, messageId } = original;
		const sent = await this.#options.places.edit(channelId ?? '', messageId ?? '', body);
		if (sent === null) await this.#send([notice.id], composePersonal(event, ofWatch(watch)));
		else await this.#record([notice.id], sent);
	}

	async #record(ids: readonly number[], sent: Sent): Promise<void> {
		const { knex } = this.#db;
		const notices = ids.flatMap((id) => this.#notices.get(id) ?? []);
		const now = Date.now();
		if (sent.kind === 'unopened') return;
		if (sent.kind === 'wait') return defer(knex, ids, now + WAIT_MS);
		const attempts = Math.max(...notices.map((notice) => notice.attempts)) + 1;
		if (sent.kind !== 'sent') {
			const reason = sent.reason.slice(0, LONGEST_REASON);
			if (sent.kind === 'retry') return defer(knex, ids, now + pauseMs(attempts), { attempts, reason });
			return finish(knex, ids, { status: 'failed', attempts, reason });
		}
		const { channelId, messageId } = sent;
		await this.#db.transaction(async (trx) => {
			await finish(trx, ids, { status: 'sent', attempts, reason: null, channelId, messageId, sentAt: now });
			if (notices.every(({ editOf }) => editOf !== null)) return;
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

function ofWatch({ id, muted }: OwnWatch): { id: number; muted: boolean } {
	return { id, muted: Boolean(muted) };
}

/** What the person has by all of their grants; null for a person without one. */
async function rightsOf(
	knex: Knex,
	discordId: string,
	{ admins, plans }: Pick<DeliverOptions, 'admins' | 'plans'>,
	now: number,
): Promise<Access | null> {
	const [user, roles, own, servers] = await Promise.all([
		knex('users').where({ discordId }).first('admin', 'expiresAt'),
		knex('user_roles').where({ discordId }).pluck('role') as Promise<GivenRole[]>,
		knex('grants').where({ subject: 'user', subjectId: discordId }).whereNull('endedAt'),
		paidServersOf(knex, discordId),
	]);
	const admin = Boolean(user?.admin) || admins.includes(discordId);
	const listed =
		user || admin ? { admin, roles, plan: null, expiresAt: admin ? null : (user?.expiresAt ?? null) } : null;
	return accessOf(listed, [...own, ...(await readServerGrants(knex, servers))], plans, now);
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

async function countSentWith(knex: Knex, sentWith: number): Promise<number> {
	const first = await knex('watch_notices').where({ id: sentWith }).first('discordId', 'messageId');
	const rows = await knex('watch_notices')
		.where({ discordId: first?.discordId ?? '', status: 'sent', messageId: first?.messageId ?? '' })
		.whereNull('editOf')
		.limit(2)
		.select('id');
	return rows.length;
}

async function finish(knex: Knex, ids: readonly number[], patch: Partial<StoredRow<'watch_notices'>>): Promise<void> {
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

function idsOf(notices: readonly Notice[]): number[] {
	return notices.map(({ id }) => id);
}

function unique(ids: readonly (number | null)[]): number[] {
	return [...new Set(ids.filter((id) => id !== null))];
}
