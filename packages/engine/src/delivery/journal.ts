import {
	closeSync,
	fstatSync,
	ftruncateSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Database, folderError, type Knex } from '@dropwire/db';
import { chunks, OPEN_STATUSES } from '@dropwire/domain';
import type { Logger } from 'pino';
import { countOutcomes, type Outcomes } from '../webhooks/countOutcomes.ts';
import { type DeliveryKey, ownRows, type StoredKey } from '../webhooks/deliveryKey.ts';
import { replaceOriginals } from './edits.ts';
import { recordPostOf } from './forumPosts.ts';
import { uncountFailed } from '../webhooks/switchOff.ts';

/** A message that Discord accepted. */
export interface Accepted extends DeliveryKey {
	attempts: number;
	sentAt: number;
	discordMessageId: string;
	/** Whether the message was edited. Not if it is a new one, also if it was sent in place of an edit. */
	edit: boolean;
	/** The forum post that the new message is in; null for messages elsewhere. */
	postId: string | null;
}

/** An entry of a file; one of an older version does not have its webhook. */
type Entry = Omit<Accepted, 'webhookId'> & { webhookId: number | null };

const SUFFIX = '.sent';
/** What a compaction writes, before it takes the place of the journal. */
const NEW_SUFFIX = `${SUFFIX}.new`;
/** When the file exceeds this size, entries that the database has recorded are removed. */
const COMPACT_BYTES = 256 * 1024;
/** The pause before what could not be written is tried again, ms. */
const RETRY_MS = 1000;
/** Entries per transaction when a journal is replayed. */
const CHUNK = 250;
const LINE =
	/^(\d{1,16}) (\d{1,16}) (\d{1,9}) (\d{1,16}) (\d{17,20})( edit)?(?: post=(\d{17,20}))?(?: webhook=(\d{1,16}))?$/;
/** Valid process names; the name becomes a file name. */
const WORKER = /^[\w.-]{1,64}$/;

/**
 * A file of the messages that this process sent, written before other requests start in their place. The database records
 * them in batches a few milliseconds later. If the process is killed before that, the next process that takes over its
 * webhooks reads the file first. A power failure may lose the most recent entries: waiting for the disk on every message
 * would cost more than sending a message twice.
 */
export class Journal {
	readonly #path: string;
	readonly #log: Logger;
	/** Entries that the database has not recorded yet, by what identifies the delivery. */
	readonly #pending = new Map<string, string>();
	/** Those of them that are not in the file. */
	readonly #fresh = new Map<string, string>();
	#file: number;
	/** The size of the file without what a failed attempt has left at its end. */
	#bytes: number;
	#compactAt = COMPACT_BYTES;
	#failed = false;
	#retry: NodeJS.Timeout | undefined;

	/** @throws SettingsError when the folder is not writable */
	constructor(folder: string, worker: string, log: Logger) {
		this.#path = join(folder, worker + SUFFIX);
		this.#log = log;
		try {
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			this.#file = openSync(this.#path, 'a', 0o600);
			this.#bytes = fstatSync(this.#file).size;
		} catch (error) {
			throw folderError('DATA_DIR', folder, error);
		}
	}

	/** Adds an entry for the next `write`. */
	accepted(entry: Accepted): void {
		const { deliveryId, queuedAt, webhookId, attempts, sentAt, discordMessageId, edit, postId } = entry;
		const place = `${edit ? ' edit' : ''}${postId === null ? '' : ` post=${postId}`} webhook=${webhookId}`;
		const line = `${deliveryId} ${queuedAt} ${attempts} ${sentAt} ${discordMessageId}${place}\n`;
		this.#pending.set(keyOf(entry), line);
		this.#fresh.set(keyOf(entry), line);
	}

	/**
	 * Writes the new entries, all at once: a write for each is a twentieth of the processor time of a message. Those that
	 * cannot be written, for example on a full disk, are tried again: with the next ones, or after a pause.
	 */
	write(): void {
		if (this.#fresh.size === 0) return;
		const lines = [...this.#fresh.values()].join('');
		this.#try(() => {
			// The part that an attempt has written before it failed may end with a line that is cut off.
			if (this.#failed) ftruncateSync(this.#file, this.#bytes);
			writeFileSync(this.#file, lines);
			this.#bytes += lines.length;
			this.#fresh.clear();
		});
		if (this.#failed) this.#retry ??= setTimeout(() => this.#writeAgain(), RETRY_MS).unref();
	}

	/** Removes entries that the database has recorded. */
	recorded(deliveries: Iterable<DeliveryKey>): void {
		for (const delivery of deliveries) {
			this.#pending.delete(keyOf(delivery));
			this.#fresh.delete(keyOf(delivery));
		}
		if (this.#bytes > this.#compactAt) this.#compact();
	}

	/** Closes the file, and deletes it unless it has entries that the database has not recorded. */
	close(): void {
		this.write();
		clearTimeout(this.#retry);
		closeSync(this.#file);
		if (this.#pending.size === 0) rmSync(this.#path, { force: true });
	}

	#writeAgain(): void {
		this.#retry = undefined;
		this.write();
	}

	/** Writes the entries that are needed to a new file, which takes the place of the old one once it is complete. */
	#compact(): void {
		const path = this.#path.slice(0, -SUFFIX.length) + NEW_SUFFIX;
		const lines = [...this.#pending.values()].join('');
		this.#try(() => {
			rmSync(path, { force: true });
			const file = openSync(path, 'a', 0o600);
			try {
				writeFileSync(file, lines);
				renameSync(path, this.#path);
			} catch (error) {
				closeSync(file);
				rmSync(path, { force: true });
				throw error;
			}
			closeSync(this.#file);
			this.#file = file;
			this.#bytes = lines.length;
			this.#fresh.clear();
		});
		// After a failure, it is tried again when the file has grown as much once more.
		this.#compactAt = this.#bytes + COMPACT_BYTES;
	}

	/** Logs a write error, such as a full disk, and continues: the database still records deliveries. */
	#try(work: () => void): void {
		try {
			work();
			this.#failed = false;
		} catch (error) {
			if (!this.#failed) this.#log.error({ err: error }, 'the journal of sent messages cannot be written');
			this.#failed = true;
		}
	}
}

function keyOf({ deliveryId, queuedAt, webhookId }: DeliveryKey): string {
	return `${deliveryId} ${queuedAt} ${webhookId}`;
}

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
	accepted: readonly Entry[],
): Promise<Required<Omit<Outcomes, 'failed'>>> {
	const counts = { sent: 0, edited: 0, expired: 0 };
	const isUnsent = (query: Knex.QueryBuilder) => query.whereIn('status', [...OPEN_STATUSES, 'failed']);
	const ids = accepted.map(({ deliveryId }) => deliveryId);
	const unsent: StoredKey[] = await isUnsent(trx('deliveries'))
		.whereIn('id', ids)
		.select('id', 'queuedAt', 'webhookId');
	const stored = new Map(unsent.map(({ id, webhookId }) => [id, webhookId]));
	const entries = accepted.map((entry) => ({
		...entry,
		webhookId: entry.webhookId ?? stored.get(entry.deliveryId) ?? 0,
	}));
	for (const own of ownRows(entries, unsent)) {
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
function readJournal(path: string): Entry[] {
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
				webhookId: webhookId === undefined ? null : Number(webhookId),
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
