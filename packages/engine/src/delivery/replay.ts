import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, folderError, type Knex } from '@dropwire/db';
import { chunks, OPEN_STATUSES } from '@dropwire/domain';
import type { Logger } from 'pino';
import { countOutcomes, type Outcomes } from '../webhooks/countOutcomes.ts';
import { ownRows, type StoredKey } from '../webhooks/deliveryKey.ts';
import { uncountFailed } from '../webhooks/switchOff.ts';
import { replaceOriginals } from './edits.ts';
import { recordPostOf } from './forumPosts.ts';
import { type Accepted, NEW_SUFFIX, SUFFIX } from './journal.ts';

/** Entries per transaction when a journal is replayed. */
const CHUNK = 250;
const LINE =
	/^(\d{1,16}) (\d{1,16}) (\d{1,9}) (\d{1,16}) (\d{17,20})( edit)?(?: post=(\d{17,20}))? webhook=(\d{1,16})$/;
/** Valid process names; the name becomes a file name. */
const WORKER = /^[\w.-]{1,64}$/;

/** The journals that engine processes left in a folder, to be replayed into the database. */
export class Journals {
	readonly #db: Database;
	readonly #log: Logger;
	readonly #folder: string;

	constructor(db: Database, log: Logger, folder: string) {
		this.#db = db;
		this.#log = log;
		this.#folder = folder;
	}

	/**
	 * Records the messages that a process sent but did not record. Does nothing if its journal is not on this machine.
	 */
	async replay(worker: string): Promise<void> {
		if (!WORKER.test(worker)) return;
		const accepted = readJournal(join(this.#folder, worker + SUFFIX));
		let recorded = 0;
		for (const some of chunks(accepted, CHUNK)) {
			recorded += await this.#db.transaction(async (trx) => {
				const counts = await recordAccepted(trx, some);
				await countOutcomes(trx, counts);
				return counts.sent + counts.edited;
			});
		}
		if (recorded > 0) this.#log.warn({ worker, recorded }, 'recorded what a killed engine process had sent');
	}

	/**
	 * Replays the journals of all processes in this folder, then deletes those of processes that will not continue, and
	 * what their unfinished compactions left: the journal itself was complete until the end of one.
	 */
	async replayAll(): Promise<void> {
		const workers = this.#workers(SUFFIX);
		const compacting = this.#workers(NEW_SUFFIX);
		// Read after the folder: a process registers before it creates its journal.
		const mayContinue = await this.#registered();
		for (const worker of workers) {
			await this.replay(worker);
			if (!mayContinue.has(worker)) rmSync(join(this.#folder, worker + SUFFIX), { force: true });
		}
		for (const worker of compacting) {
			if (!mayContinue.has(worker)) rmSync(join(this.#folder, worker + NEW_SUFFIX), { force: true });
		}
	}

	/**
	 * The processes that can still write to their journals, also after a long pause without heartbeats, such as SIGSTOP. The
	 * embedded database has only one process: the one that starts.
	 */
	async #registered(): Promise<ReadonlySet<string>> {
		return this.#db.dialect === 'sqlite' ? new Set() : new Set(await this.#db.knex('workers').pluck('id'));
	}

	/** The processes that have a file with this suffix. */
	#workers(suffix: string): string[] {
		try {
			return readdirSync(this.#folder).flatMap((name) =>
				name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : [],
			);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
			throw folderError('DATA_DIR', this.#folder, error);
		}
	}
}

/**
 * Records messages as sent that are not. Most of a journal is recorded already, so these are found first. One that failed
 * because its webhook was switched off was sent all the same.
 */
async function recordAccepted(
	trx: Knex.Transaction,
	accepted: readonly Accepted[],
): Promise<Required<Omit<Outcomes, 'failed'>>> {
	const counts = { sent: 0, edited: 0, expired: 0 };
	const isUnsent = (query: Knex.QueryBuilder) => query.whereIn('status', [...OPEN_STATUSES, 'failed']);
	const ids = accepted.map(({ deliveryId }) => deliveryId);
	const unsent: StoredKey[] = await isUnsent(trx('deliveries'))
		.whereIn('id', ids)
		.select('id', 'queuedAt', 'webhookId');
	for (const own of ownRows(accepted, unsent)) {
		const { deliveryId, queuedAt, webhookId: _, edit, postId, ...row } = own;
		await uncountFailed(trx, [own]);
		const changed = await isUnsent(trx('deliveries'))
			.where({ id: deliveryId, queuedAt })
			.update({ ...row, status: 'sent', reason: null });
		if (changed === 0) continue;
		counts[edit ? 'edited' : 'sent']++;
		if (postId !== null) await recordPostOf(trx, own, postId);
		if (!edit) counts.expired += await replaceOriginals(trx, [own]);
	}
	return counts;
}

/**
 * Parses a journal. A last line without its end was cut off, and is ignored. The last entry of a delivery counts.
 * @throws Error in one line for what is no readable file
 */
function readJournal(path: string): Accepted[] {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') return [];
		throw new Error(
			`The journal of sent messages ${path} must be a file that this user can read, but it is not (${code}). Correct its permissions, or move it elsewhere: what it lists is then sent again.`,
			{ cause: error },
		);
	}
	const complete = text.slice(0, text.lastIndexOf('\n') + 1);
	const accepted = complete.split('\n').flatMap((line) => {
		const [, deliveryId, queuedAt, attempts, sentAt, discordMessageId, edit, postId, webhookId] = LINE.exec(line) ?? [];
		if (!discordMessageId) return [];
		return [
			{
				deliveryId: Number(deliveryId),
				queuedAt: Number(queuedAt),
				webhookId: Number(webhookId),
				attempts: Number(attempts),
				sentAt: Number(sentAt),
				discordMessageId,
				edit: edit !== undefined,
				postId: postId ?? null,
			},
		];
	});
	return accepted;
}
