import type { DeliverySummary } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { DELIVERY_STATUSES, type DeliveryStatus, OPEN_STATUSES } from '@dropwire/domain';

/** Open deliveries per statement, and statements per poll. */
const CHUNK = 500;
const CHUNKS = 8;
/** Limit of open deliveries whose status is polled. Further ones stay as they were first read. */
const MAX_FOLLOWED = 50_000;
/** How long the counts of a message without open deliveries are kept, ms. */
const KEPT_MS = 60_000;

/** A delivery whose status was read for the first time, or has changed. */
export interface DeliveryChange {
	id: number;
	messageId: number;
	guildId: string | null;
	status: DeliveryStatus;
}

/** What a summary shows of a message besides the counts. */
export type Subject = Pick<DeliverySummary, 'eventId' | 'kind' | 'title' | 'sku' | 'region' | 'queuedAt' | 'edit'>;

interface Tracked {
	/** By guild; the counts of all deliveries under null. */
	counts: Map<string | null, DeliverySummary['counts']>;
	/** Deliveries whose status is polled. */
	followed: number;
	/** By the monotonic clock, ms. */
	changedAt: number;
	subject: Subject | null;
}

/** The status of recent deliveries, counted by message and guild. A finished delivery is read only once. */
export class TrackedDeliveries {
	readonly #messages = new Map<number, Tracked>();
	/** Open deliveries by id; the ones whose turn is next come first. */
	readonly #open = new Map<number, DeliveryChange>();

	/** Counts new deliveries. */
	add(rows: readonly DeliveryChange[]): void {
		for (const row of rows) {
			const message = this.#count(row, 1);
			if (!isOpen(row.status) || this.#open.size >= MAX_FOLLOWED) continue;
			this.#open.set(row.id, row);
			message.followed++;
		}
	}

	/** Reads the status of open deliveries. @returns those with another status */
	async readOpen(knex: Knex): Promise<DeliveryChange[]> {
		const changes: DeliveryChange[] = [];
		for (let chunk = 0; chunk < CHUNKS; chunk++) {
			const before = [...this.#open.values().take(CHUNK)];
			if (before.length === 0) break;
			const ids = before.map(({ id }) => id);
			const rows: Pick<DeliveryChange, 'id' | 'status'>[] = await knex('deliveries')
				.whereIn('id', ids)
				.select('id', 'status');
			const statuses = new Map(rows.map(({ id, status }) => [id, status]));
			const changed = before.flatMap((row) => this.#update(row, statuses.get(row.id)));
			changes.push(...changed);
			// Where little changes, the others can wait for the next poll.
			if (changed.length < CHUNK / 2) break;
		}
		return changes;
	}

	/** The counts of a message's deliveries in a guild; null for all guilds. */
	countsOf(messageId: number, guildId: string | null): DeliverySummary['counts'] {
		return this.#messages.get(messageId)?.counts.get(guildId) ?? emptyCounts();
	}

	subjectOf(messageId: number): Subject | null {
		return this.#messages.get(messageId)?.subject ?? null;
	}

	setSubject(messageId: number, subject: Subject): void {
		const message = this.#messages.get(messageId);
		if (message) message.subject = subject;
	}

	/** Drops messages whose deliveries are finished. */
	forget(): void {
		const before = performance.now() - KEPT_MS;
		for (const [id, { followed, changedAt }] of this.#messages) {
			if (followed === 0 && changedAt < before) this.#messages.delete(id);
		}
	}

	/** @param status undefined if the row was deleted */
	#update(row: DeliveryChange, status: DeliveryStatus | undefined): DeliveryChange[] {
		// Moves the row to the end, so that all open deliveries have their turn.
		this.#open.delete(row.id);
		const now = { ...row, status: status ?? row.status };
		if (status !== undefined && isOpen(status)) this.#open.set(row.id, now);
		else this.#messageOf(row).followed--;
		if (status === undefined || status === row.status) return [];
		this.#count(row, -1);
		this.#count(now, 1);
		return [now];
	}

	#count({ messageId, guildId, status }: DeliveryChange, by: 1 | -1): Tracked {
		const message = this.#messageOf({ messageId });
		message.changedAt = performance.now();
		for (const key of guildId === null ? [null] : [null, guildId]) {
			const counts = message.counts.get(key) ?? emptyCounts();
			counts[status] += by;
			message.counts.set(key, counts);
		}
		return message;
	}

	#messageOf({ messageId }: Pick<DeliveryChange, 'messageId'>): Tracked {
		const known = this.#messages.get(messageId);
		if (known) return known;
		const message = { counts: new Map(), followed: 0, changedAt: performance.now(), subject: null };
		this.#messages.set(messageId, message);
		return message;
	}
}

function emptyCounts(): DeliverySummary['counts'] {
	return Object.fromEntries(DELIVERY_STATUSES.map((status) => [status, 0])) as DeliverySummary['counts'];
}

function isOpen(status: DeliveryStatus): boolean {
	return OPEN_STATUSES.some((open) => open === status);
}
