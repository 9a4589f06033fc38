import { readFileSync } from 'node:fs';
import type { Database } from '@dropwire/db';

/** The columns of MariaDB's `show variables` and `show status`. */
interface Variable {
	Variable_name: string;
	Value: string;
}

/** What a commit of this database survives: its settings, as they were during the measurement. */
export async function durabilityOf(db: Pick<Database, 'knex' | 'dialect'>): Promise<string> {
	if (db.dialect === 'sqlite') {
		const [mode] = await db.knex.raw<{ synchronous: number }[]>('pragma synchronous');
		const [journal] = await db.knex.raw<{ journal_mode: string }[]>('pragma journal_mode');
		const level = ['off', 'normal', 'full', 'extra'][mode?.synchronous ?? 0];
		return `SQLite: journal_mode=${journal?.journal_mode}, synchronous=${level}`;
	}
	const names = [
		'version',
		'innodb_flush_log_at_trx_commit',
		'sync_binlog',
		'log_bin',
		'innodb_flush_method',
		'innodb_doublewrite',
		'innodb_buffer_pool_size',
	];
	const [rows] = (await db.knex.raw(
		`show global variables where Variable_name in (${names.map(() => '?').join(', ')})`,
		names,
	)) as [Variable[]];
	const values = new Map(rows.map((row) => [row.Variable_name, row.Value]));
	return `MariaDB: ${names.map((name) => `${name}=${values.get(name) ?? '?'}`).join(', ')}`;
}

/** What this process has written to disks, bytes; null where /proc does not exist. */
export function writtenBytes(): number | null {
	try {
		return Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
	} catch {
		return null;
	}
}
