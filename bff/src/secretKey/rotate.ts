import { type Database, isUniqueViolation, type Knex, Subscription, type Vault, WEBHOOK_SEALED_AS } from '@dropwire/db';
import { hashOf, unsubscribe } from '@dropwire/engine';
import { parseWebhookUrl } from '@dropwire/domain';
import { connectionSealedFor } from '../linkedRoles/connections.ts';
import { sealedFor } from '../retailerToken/feature.ts';

/** Rows per transaction. Small enough that a server on the same database does not have to wait. */
const BATCH = 500;
/**
 * Rows written with the previous key during a pass need another pass. A process that keeps writing them is
 * misconfigured.
 */
const MAX_PASSES = 5;

type Row = Record<string, string>;

/** A column with sealed values. */
interface Sealed {
	table: string;
	key: string;
	column: string;
	/** The associated data of the seal. */
	about: (row: Row) => string;
	/** Other columns that depend on the key, computed from the opened value. */
	derived?: (vault: Vault, opened: string) => Row;
}

const SEALED: readonly Sealed[] = [
	{
		table: 'linked_roles',
		key: 'discordId',
		column: 'sealed',
		about: ({ discordId = '' }) => connectionSealedFor(discordId),
	},
	{
		table: 'retailer_tokens',
		key: 'discordId',
		column: 'sealed',
		about: ({ discordId = '' }) => sealedFor(discordId),
	},
	{ table: 'sessions', key: 'idHash', column: 'sealed', about: ({ idHash = '' }) => idHash },
	{
		table: 'webhooks',
		key: 'id',
		column: 'urlSealed',
		about: () => WEBHOOK_SEALED_AS,
		derived(vault, url) {
			// The URL was checked when it was saved, with the Discord address in the settings at that time.
			const address = parseWebhookUrl(url, new URL(url).origin);
			return address ? { urlHash: hashOf(vault, address) } : {};
		},
	},
];

export interface RotationCount {
	table: string;
	/** Rows that were re-encrypted. */
	rotated: number;
	/** Rows that open with neither key. */
	unreadable: number;
	/** Webhooks that already have another row with the current key. */
	duplicate: number;
}

export interface Rotation {
	counts: RotationCount[];
	/** True if everything has the current key. */
	complete: boolean;
}

/**
 * Re-encrypts everything that was sealed or fingerprinted with the previous SECRET_KEY, in short transactions, while
 * other processes use the database. It can be repeated, even after the process was killed: values with the current key
 * are not changed.
 */
export async function rotateKey(db: Database): Promise<Rotation> {
	const counts = SEALED.map(({ table }) => ({ table, rotated: 0, unreadable: 0, duplicate: 0 }));
	for (let pass = 1; pass <= MAX_PASSES; pass++) {
		let rotated = 0;
		for (const [place, sealed] of SEALED.entries()) {
			const count = counts[place] as RotationCount;
			Object.assign(count, { unreadable: 0, duplicate: 0 });
			const before = count.rotated;
			await rotateTable(db, sealed, count);
			rotated += count.rotated - before;
		}
		if (rotated === 0) {
			// What neither key opens may need the real previous key, so that SECRET_KEY_PREVIOUS must be corrected.
			return { counts, complete: counts.every(({ unreadable, duplicate }) => unreadable + duplicate === 0) };
		}
	}
	return { counts, complete: false };
}

/**
 * Deletes everything that no key opens, for an installation whose SECRET_KEY is lost: webhooks leave their lists as if a person
 * had removed them, and their logs are kept. It can be repeated, even after the process was killed.
 * @returns the number of deleted rows by table
 */
export async function deleteUnreadable(db: Database): Promise<Map<string, number>> {
	const deleted = new Map<string, number>();
	for (const sealed of SEALED) {
		const { table, key } = sealed;
		deleted.set(table, 0);
		for await (const rows of batches(db, sealed)) {
			const keys = rows.filter((row) => open(db.vault, sealed, row) === null).map((row) => row[key] as string);
			await db.transaction(async (trx) => {
				if (table !== 'webhooks') return trx(table).whereIn(key, keys).delete();
				const listed = await Subscription.query(trx).whereIn('webhookId', keys).select('id');
				return unsubscribe(
					trx,
					listed.map(({ id }) => id),
				);
			});
			deleted.set(table, (deleted.get(table) ?? 0) + keys.length);
		}
	}
	return deleted;
}

/** The rows of a table that have a sealed value. */
async function* batches(db: Database, { table, key, column }: Sealed): AsyncGenerator<Row[]> {
	let after: unknown = null;
	for (;;) {
		const query = db.knex(table).whereNotNull(column).orderBy(key).limit(BATCH);
		if (after !== null) void query.where(key, '>', after as string);
		const rows: Row[] = await query.select(key, column, ...(table === 'webhooks' ? ['urlHash'] : []));
		if (rows.length === 0) return;
		after = rows.at(-1)?.[key];
		yield rows;
	}
}

async function rotateTable(db: Database, sealed: Sealed, count: RotationCount): Promise<void> {
	for await (const rows of batches(db, sealed)) {
		const changes = rows.flatMap((row) => changeOf(db.vault, sealed, row, count));
		if (changes.length === 0) continue;
		const outcomes = await db.transaction(async (trx) => {
			const done: ('rotated' | 'duplicate' | 'outdated')[] = [];
			for (const change of changes) done.push(await save(trx, sealed, change));
			return done;
		});
		for (const outcome of outcomes) if (outcome !== 'outdated') count[outcome]++;
	}
}

/** The opened value; null if no key opens it. */
function open(vault: Vault, { column, about }: Sealed, row: Row): string | null {
	try {
		return vault.open(row[column] ?? '', about(row));
	} catch {
		return null;
	}
}

interface Change {
	row: Row;
	to: Row;
}

/** The change for a row; nothing if the row already has the current key. */
function changeOf(vault: Vault, sealed: Sealed, row: Row, count: RotationCount): Change[] {
	const { column, about, derived } = sealed;
	const opened = open(vault, sealed, row);
	if (opened === null) {
		count.unreadable++;
		return [];
	}
	const to: Row = { ...derived?.(vault, opened) };
	if (!vault.isCurrent(row[column] ?? '', about(row))) to[column] = vault.seal(opened, about(row));
	return Object.entries(to).some(([name, text]) => row[name] !== text) ? [{ row, to }] : [];
}

/** Writes the change unless the row has changed since it was read; in that case the next pass handles it. */
async function save(trx: Knex.Transaction, { table }: Sealed, { row, to }: Change) {
	try {
		return (await trx(table).where(row).update(to)) === 1 ? 'rotated' : 'outdated';
	} catch (error) {
		if (isUniqueViolation(error)) return 'duplicate';
		throw error;
	}
}
