import type { Knex } from 'knex';

/** The length of Discord ids: 64-bit integers as decimal text, because a JavaScript number would round them. */
export const SNOWFLAKE = 20;

export type Create = (
	name: string,
	columns: (table: Knex.CreateTableBuilder, dialect: Dialect) => void,
) => Promise<void>;

interface Dialect {
	mysql: boolean;
	/** The option of an index that has only these rows. MySQL has no such indexes: there it has all of them. */
	onlyWhere(this: void, condition: string): { predicate?: Knex.QueryBuilder };
}

/**
 * Creates tables with the conventions of all migrations. Times are epoch milliseconds in a bigint; JSON is text; money
 * is in minor units inside the JSON. Text is compared by its bytes (`utf8mb4_bin`), as in SQLite, because a webhook's
 * URL is case-sensitive. A table that an interrupted run has already created is not changed.
 */
export function creator(knex: Knex): Create {
	const mysql = knex.client.dialect === 'mysql';
	const onlyWhere = (condition: string) => (mysql ? {} : { predicate: knex.queryBuilder().whereRaw(condition) });
	return async (name, columns) => {
		const create = knex.schema.createTable(name, (table) => {
			if (mysql) {
				table.engine('InnoDB');
				table.charset('utf8mb4');
				table.collate('utf8mb4_bin');
			}
			columns(table, { mysql, onlyWhere });
		});
		if (mysql) await knex.raw(oneStatement(name, create.toSQL()));
		else await create;
	};
}

/**
 * knex adds indexes and foreign keys in separate statements, and MySQL commits each statement: if the process is killed
 * in between, some of them would be missing. A single `create table` creates everything or nothing.
 */
function oneStatement(name: string, statements: readonly { sql: string }[]): string {
	const head = `create table \`${name}\` (`;
	const alter = `alter table \`${name}\` add `;
	const [create = '', ...additions] = statements.map(({ sql }) => sql);
	const end = create.lastIndexOf(') default character set');
	if (!create.startsWith(head) || end < 0 || !additions.every((sql) => sql.startsWith(alter))) {
		throw new Error(`The table ${name} cannot be created in one statement: ${[create, ...additions].join('; ')}`);
	}
	const definitions = [create.slice(head.length, end), ...additions.map((sql) => sql.slice(alter.length))];
	return `create table if not exists \`${name}\` (${definitions.join(', ')}${create.slice(end)}`;
}
