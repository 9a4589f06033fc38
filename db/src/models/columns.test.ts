import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tableNames } from '../migrate.ts';
import { openTestDatabase, type TestDatabase } from '../testing.ts';
import * as models from './index.ts';
import { Row } from './Row.ts';

/** Columns for indexes only, which no model reads. */
const FOR_INDEXES = new Set(['changedOrder', 'failure', 'priceOrder', 'reached', 'releasedOrder']);

let db: TestDatabase;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db.close());

const rows = Object.entries(models).flatMap(([name, model]) =>
	typeof model === 'function' && model.prototype instanceof Row ? [[name, model as typeof Row] as const] : [],
);

/** The fields that a model declares, without its relations: declarations leave no trace at run time. */
function fieldsOf(name: string, relations: readonly string[]): string[] {
	const source = readFileSync(new URL(`./${name}.ts`, import.meta.url), 'utf8');
	const fields = [...source.matchAll(/^\tdeclare (\w+)\??:/gm)].map(([, field]) => field ?? '');
	return fields.filter((field) => !relations.includes(field));
}

test.each(rows)("the fields of %s are its table's columns", async (name, model) => {
	const relations = Object.keys((model.relationMappings as (() => object) | undefined)?.() ?? {});
	const columns = Object.keys(await db.knex(model.tableName).columnInfo()).filter((column) => !FOR_INDEXES.has(column));
	expect(fieldsOf(name, relations).toSorted()).toEqual(columns.toSorted());
	expect(columns).toEqual(expect.arrayContaining([...model.booleans, model.idColumn].flat()));
});

test('every table has its row type, and tables without a model have their columns there', async () => {
	const source = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8');
	const types = new Map([...source.matchAll(/^\t\t(\w+): Table<([^>]+)>;$/gm)].map(([, table, type]) => [table, type]));
	const tables = (await tableNames(db.knex, db.dialect)).filter((name) => !name.startsWith('knex_'));
	expect(new Set(types.keys())).toEqual(new Set(tables));
	for (const [table = '', type = ''] of types) {
		if (!type.startsWith('{')) continue;
		const columns = [...type.matchAll(/(\w+):/g)].map(([, column]) => column);
		expect(new Set(columns)).toEqual(new Set(Object.keys(await db.knex(table).columnInfo())));
	}
});
