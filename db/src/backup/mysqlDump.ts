import { type Connection, createConnection, escape, escapeId, type RowDataPacket } from 'mysql2';
import { mysqlAddress } from '../connection/mysql.ts';

/** The length at which a statement has enough rows, characters. */
const STATEMENT_LENGTH = 256 * 1024;
/** What ends a statement. No value has it inside: its line breaks are escaped. */
const END = ';\n';
const CONNECT_MS = 4000;
/** Whatever the server's defaults are: backslashes in strings escape, and times mean the same when they are read. */
const SESSION = "set time_zone = '+00:00', sql_mode = 'NO_AUTO_VALUE_ON_ZERO'";

/**
 * The database as SQL, as it is at one moment, however long it takes. It blocks no other query. Changing a table in the
 * meantime would break it. No dump program: the values of computed columns that MariaDB's writes of a MySQL server
 * cannot be restored there.
 */
export async function* dumpMysql(url: string): AsyncGenerator<Buffer> {
	const connection = connect(url);
	const query = (sql: string) => connection.promise().query<RowDataPacket[]>(sql);
	try {
		await query(SESSION);
		await query('set session transaction isolation level repeatable read');
		await query('start transaction with consistent snapshot');
		yield statement(`${SESSION}, foreign_key_checks = 0, unique_checks = 0`);
		for (const [table, columns] of await storedColumns(connection)) {
			const [[row]] = await query(`show create table ${escapeId(table)}`);
			yield statement(String(row?.['Create Table']));
			yield* rowsOf(connection, table, columns);
		}
	} finally {
		connection.destroy();
	}
}

/** Runs the SQL of a dump, also of one that a dump program wrote. @throws Error of the statement that fails */
export async function loadMysql(url: string, sql: AsyncIterable<Buffer>): Promise<void> {
	const connection = connect(url);
	try {
		for await (const text of statementsOf(sql)) await connection.promise().query(text);
	} finally {
		connection.destroy();
	}
}

function connect(url: string): Connection {
	const connection = createConnection({ ...mysqlAddress(url), charset: 'utf8mb4', connectTimeout: CONNECT_MS });
	// The statement that fails with it throws it. Without a listener it would end the process.
	connection.on('error', () => {});
	return connection;
}

interface Column {
	name: string;
	/** Whether its values are bytes instead of text. */
	isBinary: boolean;
}

/** The columns of each table whose values are stored: the server refuses those that it computes. */
async function storedColumns(connection: Connection): Promise<Map<string, Column[]>> {
	// As arrays: MySQL names these columns in capitals, MariaDB does not.
	const [rows] = await connection.promise().query<RowDataPacket[]>({
		sql: `select table_name, column_name, data_type like '%blob' from information_schema.columns
			where table_schema = database() and coalesce(generation_expression, '') = '' order by table_name, ordinal_position`,
		rowsAsArray: true,
	});
	const columns = Map.groupBy(rows as unknown as [table: string, name: string, isBinary: number][], ([table]) => table);
	return new Map(
		[...columns].map(([table, own]) => [table, own.map(([, name, isBinary]) => ({ name, isBinary: isBinary === 1 }))]),
	);
}

async function* rowsOf(connection: Connection, table: string, columns: readonly Column[]): AsyncGenerator<Buffer> {
	const names = columns.map(({ name }) => escapeId(name)).join(', ');
	const binary = new Set(columns.filter(({ isBinary }) => isBinary).map(({ name }) => name));
	const query = connection.query({
		sql: `select ${names} from ${escapeId(table)}`,
		rowsAsArray: true,
		// As the server writes them: numbers keep their digits.
		typeCast: (field) => (binary.has(field.name) ? field.buffer() : field.string('utf8')),
	});
	let tuples: string[] = [];
	let length = 0;
	const insert = () => statement(`insert into ${escapeId(table)} (${names}) values ${tuples.join(',')}`);
	for await (const row of query.stream()) {
		const tuple = `(${escape(row)})`;
		tuples.push(tuple);
		length += tuple.length;
		if (length < STATEMENT_LENGTH) continue;
		yield insert();
		[tuples, length] = [[], 0];
	}
	if (tuples.length > 0) yield insert();
}

const statement = (sql: string) => Buffer.from(sql + END);

async function* statementsOf(sql: AsyncIterable<Buffer>): AsyncGenerator<string> {
	let rest = Buffer.alloc(0);
	for await (const chunk of sql) {
		rest = Buffer.concat([rest, chunk]);
		let from = 0;
		for (let end = rest.indexOf(END); end >= 0; end = rest.indexOf(END, from)) {
			yield rest.toString('utf8', from, end);
			from = end + END.length;
		}
		rest = rest.subarray(from);
	}
}
