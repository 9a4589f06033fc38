import type { Database } from './open.ts';

/** The longest statements, which insert thousands of rows, have a few MiB. MariaDB's default. */
const LEAST_PACKET = 16 * 1024 * 1024;

interface Variables {
	flushLog: number;
	binLog: number;
	syncBinlog: number;
	maxPacket: number;
	isolation: string;
	timeZone: string;
	charset: string;
}

/**
 * Checks the settings of a MariaDB or MySQL server on which durability and correctness depend.
 * @returns one line for each setting that differs, with the value to set; empty on the embedded database
 */
export async function checkServerSettings({ knex, dialect }: Database): Promise<string[]> {
	if (dialect !== 'mysql') return [];
	const [[isolation]] = (await knex.raw(
		`show session variables where variable_name in ('transaction_isolation', 'tx_isolation')`,
	)) as [{ Value: string }[]];
	const [[read]] = (await knex.raw(
		`select @@innodb_flush_log_at_trx_commit as flushLog, @@log_bin as binLog, @@sync_binlog as syncBinlog,
			@@max_allowed_packet as maxPacket, @@time_zone as timeZone, @@character_set_database as charset`,
	)) as [Omit<Variables, 'isolation'>[]];
	return read ? settingProblems({ ...read, isolation: isolation?.Value ?? '' }) : [];
}

/** The settings that differ from what Dropwire needs. */
export function settingProblems(found: Variables): string[] {
	const problems = [
		found.flushLog !== 1 &&
			`innodb_flush_log_at_trx_commit is ${found.flushLog}: a power failure loses the messages of the last second, or sends them again. Set it to 1.`,
		found.binLog !== 0 &&
			found.syncBinlog !== 1 &&
			`sync_binlog is ${found.syncBinlog} with the binary log on: after a power failure, replicas and restored backups can lack committed changes. Set it to 1.`,
		found.maxPacket < LEAST_PACKET &&
			`max_allowed_packet is ${found.maxPacket}: large imports can fail. Set it to at least ${LEAST_PACKET}.`,
		found.isolation !== 'READ-COMMITTED' &&
			`the transaction isolation is ${found.isolation} although the connection asks for READ COMMITTED. Remove the proxy or setting that overrides it.`,
		found.timeZone !== '+00:00' &&
			`time_zone is ${found.timeZone} although the connection asks for +00:00. Remove the proxy or setting that overrides it.`,
		found.charset !== 'utf8mb4' &&
			`the database's character set is ${found.charset}: new tables could not store every character. Run: alter database character set utf8mb4 collate utf8mb4_bin`,
	];
	return problems.filter((problem) => problem !== false);
}
