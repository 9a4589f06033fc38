import type { Database } from '../connection/open.ts';

/** A statement as knex sent it. */
export interface Statement {
	sql: string;
	bindings: readonly unknown[];
}

/** The tables whose rows grow with time. The others are bounded by what people set up. */
const GROWING = [
	'deliveries',
	'messages',
	'events',
	'announcements',
	'audit',
	'social_posts',
	'short_urls',
	'event_links',
	'sessions',
	'outcome_minutes',
	'history_series',
	'history_chunks',
	'releases',
];

/**
 * Reads the plans of statements on growing tables.
 * @param growing the tables; by default those whose rows grow with time
 * @returns one line for each statement that reads a whole table, does not read the rows that it names by their ids, or sorts
 *   rows that it did not limit first
 */
export async function unboundedReads(
	db: Database,
	statements: readonly Statement[],
	growing: readonly string[] = GROWING,
): Promise<string[]> {
	const problems: string[] = [];
	const seen = new Set<string>();
	for (const { sql, bindings } of statements) {
		if (!/^select\b/i.test(sql) || !growing.some((table) => sql.includes(`\`${table}\``) || sql.includes(` ${table} `)))
			continue;
		// An empty list of values, for which the database reads nothing.
		if (/ 1 = \?/.test(sql)) continue;
		const shape = sql.replaceAll(/(\?, )+\?/g, '?…');
		if (seen.has(shape)) continue;
		seen.add(shape);
		const problem = await (db.dialect === 'sqlite' ? ofSqlite : ofMysql)(db, { sql, bindings }, growing);
		if (problem) problems.push(`${problem}: ${shape}`);
	}
	return problems;
}

/** Passes the edits between two messages: a message has at most a few. */
const WITHOUT_EDITS = / where `editOf` is null/;

/** A walk in the order of the key that stops at a limit, or at the first row of an aggregate. */
function stopsEarly(statement: string): boolean {
	const sql = statement.replace(WITHOUT_EDITS, '');
	return !/\bwhere\b/.test(sql) && (/\blimit\b/.test(sql) || /^select (min|max)\(/.test(sql));
}

/**
 * Whether the statement names the rows of a growing table by their ids. Then nothing else may lead to the rows: an index of another
 * condition can have any number of them.
 */
function namesRows(sql: string, growing: readonly string[]): boolean {
	return growing.some((table) => {
		const alone = new RegExp(`from \`${table}\`( indexed by \\S+| force index \\(\\S+\\))? where \`id\` in \\(\\?`);
		return alone.test(sql) || sql.includes(`\`${aliasOf(sql, table)}\`.\`id\` in (?`);
	});
}

/** Sorts of few rows: those of one message or person, the open ones, or those that an inner query has limited. */
function sortsFew(sql: string): boolean {
	return (
		/deliveries_status_webhookid|deliveries_messageid_webhookid|from \(select .* limit/.test(sql) ||
		/`(messageId|id)` in \(|`sessions`.* where `discordId` = /.test(sql)
	);
}

async function ofSqlite(
	{ knex }: Database,
	{ sql, bindings }: Statement,
	growing: readonly string[],
): Promise<string | null> {
	const rows = await knex.raw<{ detail: string }[]>(`explain query plan ${sql}`, [...bindings] as string[]);
	const steps = rows.map(({ detail }) => detail);
	const scan = steps.find((step) =>
		growing.some((table) => new RegExp(`^SCAN (${table}|${aliasOf(sql, table)})\\b`).test(step)),
	);
	if (scan && !stopsEarly(sql)) return scan;
	if (namesRows(sql, growing) && !steps.some((step) => step.includes('USING INTEGER PRIMARY KEY'))) {
		return `not by its ids: ${steps.join('; ')}`;
	}
	return steps.some((step) => step === 'USE TEMP B-TREE FOR ORDER BY') && !sortsFew(sql) ? 'sort' : null;
}

async function ofMysql(
	{ knex }: Database,
	{ sql, bindings }: Statement,
	tables: readonly string[],
): Promise<string | null> {
	const [rows] = (await knex.raw(`explain format=traditional ${sql}`, [...bindings] as string[])) as [
		{ table: string | null; type: string | null; key: string | null; Extra: string | null }[],
	];
	for (const { table, type, key, Extra } of rows) {
		const growing = tables.some((name) => table === name || table === aliasOf(sql, name));
		if (!growing) continue;
		if ((type === 'ALL' || type === 'index') && !stopsEarly(sql)) return `${type} of ${table} by ${key}`;
		if (namesRows(sql, tables) && !rows.some((row) => row.key === 'PRIMARY'))
			return `${table} not by its ids, but by ${key}`;
		if (Extra?.includes('filesort') && !/\bgroup by\b/.test(sql) && !sortsFew(sql)) return `sort of ${table}`;
	}
	return null;
}

/** The name of a table within the statement. */
function aliasOf(sql: string, table: string): string {
	return new RegExp(`\`${table}\` as \`(\\w+)\``).exec(sql)?.[1] ?? table;
}
