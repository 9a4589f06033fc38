import type { Database } from './open.ts';

/** The longest statements, which insert thousands of rows, have a few MiB. MariaDB's default. */
const MIN_PACKET = 16 * 1024 * 1024;

/** Servers that speak MySQL's protocol and lack what Dropwire needs, by a part of their version. */
const UNSUPPORTED = [
	{ version: /tidb/i, name: 'TiDB', reason: 'it ignores SKIP LOCKED, by which engines divide the work' },
];

interface Variables {
	flushLog: number;
	binLog: number;
	syncBinlog: number;
	maxPacket: number;
	isolation: string;
	timeZone: string;
	charset: string;
	/** Of MySQL 9.6 and later; null elsewhere. */
	nativeForeignKeys: string | null;
}

/**
 * Checks the settings of a MariaDB or MySQL server on which durability and correctness depend.
 * @returns one line for each setting that differs, with the value to set; empty on the embedded database
 */
export async function checkServerSettings({ knex, dialect }: Database): Promise<string[]> {
	if (dialect !== 'mysql') return [];
	// Not each server has these.
	const [named] = (await knex.raw(
		`show variables where variable_name in ('transaction_isolation', 'tx_isolation', 'innodb_native_foreign_keys')`,
	)) as [{ Variable_name: string; Value: string }[]];
	const valueOf = (name: RegExp) => named.find((row) => name.test(row.Variable_name))?.Value ?? null;
	const [[read]] = (await knex.raw(
		`select @@innodb_flush_log_at_trx_commit as flushLog, @@log_bin as binLog, @@sync_binlog as syncBinlog,
			@@max_allowed_packet as maxPacket, @@time_zone as timeZone, @@character_set_database as charset`,
	)) as [Omit<Variables, 'isolation' | 'nativeForeignKeys'>[]];
	const others = { isolation: valueOf(/isolation$/) ?? '', nativeForeignKeys: valueOf(/native_foreign_keys$/) };
	return read ? settingProblems({ ...read, ...others }) : [];
}

/** @throws Error in one line on a server that would lose or repeat messages */
export async function mustBeSupported({ knex, dialect }: Database): Promise<void> {
	if (dialect !== 'mysql') return;
	const [[row]] = (await knex.raw('select version() as version')) as [{ version: string }[]];
	const found = UNSUPPORTED.find(({ version }) => version.test(row?.version ?? ''));
	if (!found) return;
	throw new Error(
		`DATABASE_URL: the server is ${found.name} (${row?.version}), which Dropwire cannot use: ${found.reason}. Use MySQL 8, or ` +
			'MariaDB 10.6 or later.',
	);
}

/** How many nodes a Galera cluster has; 0 for a server that is not part of one. */
export async function clusterSize({ knex, dialect }: Database): Promise<number> {
	if (dialect !== 'mysql') return 0;
	const [rows] = (await knex.raw(`show status where variable_name = 'wsrep_cluster_size'`)) as [{ Value: string }[]];
	return Number(rows[0]?.Value ?? 0);
}

/** The settings that differ from what Dropwire needs. */
export function settingProblems(found: Variables): string[] {
	const problems = [
		found.flushLog !== 1 &&
			`innodb_flush_log_at_trx_commit is ${found.flushLog}: a power failure loses the messages of the last second, or sends them again. Set it to 1.`,
		found.binLog !== 0 &&
			found.syncBinlog !== 1 &&
			`sync_binlog is ${found.syncBinlog} with the binary log on: after a power failure, replicas and restored backups can lack committed changes. Set it to 1.`,
		found.maxPacket < MIN_PACKET &&
			`max_allowed_packet is ${found.maxPacket}: large imports can fail. Set it to at least ${MIN_PACKET}.`,
		found.isolation !== 'READ-COMMITTED' &&
			`the transaction isolation is ${found.isolation} although the connection asks for READ COMMITTED. Remove the proxy or setting that overrides it.`,
		found.timeZone !== '+00:00' &&
			`time_zone is ${found.timeZone} although the connection asks for +00:00. Remove the proxy or setting that overrides it.`,
		// Its own check of foreign keys was seen to store rows whose parent another transaction was deleting (MySQL 9.7).
		found.nativeForeignKeys === 'OFF' &&
			'innodb_native_foreign_keys is OFF: a webhook that is removed while a message is queued for it can leave a delivery that never ends. Start MySQL with --innodb-native-foreign-keys=ON.',
		found.charset !== 'utf8mb4' &&
			`the database's character set is ${found.charset}: new tables could not store every character. Run: alter database character set utf8mb4 collate utf8mb4_bin`,
	];
	return problems.filter((problem) => problem !== false);
}
