import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderError } from '@dropwire/db';
import type { Logger } from 'pino';
import type { DeliveryKey } from '../webhooks/deliveryKey.ts';

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

/** The end of a journal's file name, after the name of its process. */
export const SUFFIX = '.sent';
/** What a compaction writes, before it takes the place of the journal. */
export const NEW_SUFFIX = `${SUFFIX}.new`;
/** When the file exceeds this size, entries that the database has recorded are removed. */
const COMPACT_BYTES = 256 * 1024;
/** The pause before what could not be written is tried again, ms. */
const RETRY_MS = 1000;

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
