import { readFileSync } from 'node:fs';
import type { Database } from '@dropwire/db';
import type { Redis } from 'ioredis';

/** The columns of MariaDB's `show variables` and `show status`. */
interface Variable {
	Variable_name: string;
	Value: string;
}

/** Clock ticks per second of Linux's /proc, which every current platform of Node has. */
const TICKS_PER_SECOND = 100;

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

/** Redis' settings for durability. */
export async function durabilityOfRedis(redis: Redis): Promise<string> {
	const values: Record<string, string> = {};
	for (const name of ['appendonly', 'appendfsync', 'save']) {
		const [key = name, value = ''] = await redis.config('GET', name);
		values[key] = value;
	}
	return `Redis: ${Object.entries(values)
		.map(([name, value]) => `${name}=${value || '(empty)'}`)
		.join(', ')}`;
}

/** CPU time and written bytes of a process or server since its start; null where they cannot be read. */
export interface Usage {
	cpuMs: number | null;
	writtenBytes: number | null;
}

/** What this process has written to disks, bytes; null where /proc does not exist. */
export function writtenBytes(): number | null {
	try {
		return Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
	} catch {
		return null;
	}
}

/** What a MariaDB server on this machine has used. SQLite works within the process that uses it. */
export async function usageOfServer(db: Pick<Database, 'knex' | 'dialect'>): Promise<Usage> {
	if (db.dialect === 'sqlite') return { cpuMs: null, writtenBytes: null };
	const [files] = (await db.knex.raw(`show global variables like 'pid_file'`)) as [Variable[]];
	// Pages and the redo log are counted apart.
	const [written] = (await db.knex.raw(
		`show global status where Variable_name in ('Innodb_data_written', 'Innodb_os_log_written')`,
	)) as [Variable[]];
	const writtenBytes = written.reduce((sum, { Value }) => sum + Number(Value), 0);
	return { cpuMs: cpuOf(files[0]?.Value ?? ''), writtenBytes };
}

/** The CPU time that Redis reports. */
export async function usageOfRedis(redis: Redis): Promise<Usage> {
	const text = await redis.info('cpu');
	const seconds = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(text)?.[1] ?? Number.NaN);
	return { cpuMs: (seconds('used_cpu_sys') + seconds('used_cpu_user')) * 1000, writtenBytes: null };
}

/** The CPU time of the process whose id is in a file; null if it runs elsewhere. */
function cpuOf(pidFile: string): number | null {
	try {
		const stat = readFileSync(`/proc/${readFileSync(pidFile, 'utf8').trim()}/stat`, 'utf8');
		// The name in parentheses may contain spaces; user and system time are fields 14 and 15 of proc(5).
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
	} catch {
		return null;
	}
}
