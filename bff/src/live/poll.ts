import type { CallName } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { DENIED } from '../http/denials.ts';
import type { News } from './compose.ts';
import type { Watermark } from './frames.ts';
import { NewRows, readHeads } from './newRows.ts';
import { type DeliveryChange, TrackedDeliveries } from './trackedDeliveries.ts';

/** The audit log's names of the calls that change the rights of others. Another process may have served them. */
const RIGHTS_CHANGES: readonly string[] = ['usersChange', 'usersDelete'] satisfies CallName[];
/** The calls with which people end their own sessions or tokens. */
const SIGN_OUTS: readonly string[] = [
	'accountDelete',
	'logout',
	'sessionEnd',
	'sessionsEnd',
	'tokenDelete',
] satisfies CallName[];

/** The columns of an audit row that matter here. */
interface Change {
	id: number;
	guildId: string | null;
	action: string;
	target: string | null;
	actor: string | null;
}

/**
 * Finds what is new in the database, whichever process stored it. Without news, a poll is one statement that reads one
 * index entry per table, and one that reads the open deliveries.
 */
export class Poll {
	readonly deliveries = new TrackedDeliveries();
	/** Everything up to here was given to the streams that were open at the time. */
	published: Watermark = { event: 0, delivery: 0 };
	readonly #knex: Knex;
	readonly #events: NewRows<{ id: number }>;
	readonly #rows: NewRows<DeliveryChange>;
	readonly #changes: NewRows<Change>;

	constructor(knex: Knex) {
		this.#knex = knex;
		this.#events = new NewRows(() => knex('events').select('id'));
		this.#rows = new NewRows(() => knex('deliveries').select('id', 'messageId', 'guildId', 'status'));
		this.#changes = new NewRows(() => knex('audit').select('id', 'guildId', 'action', 'target', 'actor'));
	}

	/** Reads the newest rows, which count as published. */
	async start(): Promise<this> {
		const heads = await this.#readHeads();
		this.#events.start(heads.events);
		this.#rows.start(heads.deliveries);
		this.#changes.start(heads.audit);
		this.published = (await this.read()).at;
		return this;
	}

	/** @returns the news, and the people whose rights, sessions or tokens changed */
	async read(): Promise<News & { signedOut: readonly string[] }> {
		const heads = await this.#readHeads();
		const added = await this.#rows.read(heads.deliveries);
		const events = await this.#events.read(heads.events);
		const changed = await this.deliveries.readOpen(this.#knex);
		this.deliveries.add(added);
		this.deliveries.forget();
		const changes = await this.#changes.read(heads.audit);
		return {
			eventIds: events.map(({ id }) => id),
			deliveries: [...added, ...changed],
			guildIds: new Set(changes.flatMap(({ guildId }) => guildId ?? [])),
			signedOut: changes.flatMap(signedOutBy),
			at: { event: this.#events.cursor, delivery: this.#rows.cursor },
		};
	}

	async #readHeads() {
		return readHeads(this.#knex, ['events', 'deliveries', 'audit'] as const);
	}
}

/** The person whose streams end because of a change. */
function signedOutBy({ action, target, actor }: Change): string[] {
	if (target === DENIED) return [];
	if (RIGHTS_CHANGES.includes(action)) return [(target ?? '').replace(/^user /, '')];
	return actor && SIGN_OUTS.includes(action) ? [actor] : [];
}
