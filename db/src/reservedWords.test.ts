import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/**
 * The words that MySQL reserves, unlike MariaDB and SQLite, on which the tests run: those of `information_schema.keywords`
 * of MySQL 8.0.45 and 9.7.4, and of MySQL 8.4's manual ("Keywords and Reserved Words"), that MariaDB 10.11 takes as an alias.
 */
const RESERVED =
	'cube cume_dist dense_rank empty external first_value function generated get grouping groups io_after_gtids io_before_gtids json_table lag last_value lateral lead library manual master_bind nth_value ntile of optimizer_costs option parallel percent_rank qualify rank row stored system tablesample virtual window'.split(
		' ',
	);
const ALIAS = new RegExp(`\\bas (${RESERVED.join('|')})\\b`);
const COMMENT = /^\s*(\/\/|\*|\/\*\*)/;

test('no SQL gives a column or table a name that is reserved in MySQL only', () => {
	const files = globSync(['db/src/**/*.ts', 'packages/engine/src/**/*.ts', 'bff/src/**/*.ts'], { cwd: root });
	expect(files.length).toBeGreaterThan(300);
	const found = files.flatMap((file) =>
		readFileSync(join(root, file), 'utf8')
			.split('\n')
			.flatMap((line, index) => (ALIAS.test(line) && !COMMENT.test(line) ? [`${file}:${index + 1}: ${line}`] : [])),
	);
	expect(found).toEqual([]);
});
