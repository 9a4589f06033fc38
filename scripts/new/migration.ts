import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Changes, Names } from './edit.ts';

const FOLDER = 'db/src/migrations';

/** The next migration. Each statement can be repeated, because MySQL commits each of them on its own. */
export function migration(changes: Changes, { snake }: Names, root: string): void {
	const numbers = readdirSync(join(root, FOLDER)).map((name) => Number.parseInt(name, 10) || 0);
	const number = String(Math.max(...numbers) + 1).padStart(4, '0');
	changes.create(
		`${FOLDER}/${number}_${snake}.ts`,
		`import type { Knex } from 'knex';

// Every statement can be repeated: MySQL commits each DDL statement on its own, and the process can be killed between two.
// createTable.ts has \`creator\` for a new table; a column is added only where \`hasColumn\` does not find it. Add the columns to
// the model, or to models/tables.ts for a table without one.

export async function up(_knex: Knex): Promise<void> {}
`,
	);
}
