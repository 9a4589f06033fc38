import type { Knex } from 'knex';

/** A condition: the column contains the text. Upper and lower case are equal. */
export function columnContains(knex: Knex, column: string, text: string): Knex.Raw {
	return matches(knex, column, `%${escaped(text)}%`);
}

/** A condition: the column ends with the text. Upper and lower case are equal. */
export function columnEndsWith(knex: Knex, column: string, text: string): Knex.Raw {
	return matches(knex, column, `%${escaped(text)}`);
}

function matches(knex: Knex, column: string, pattern: string): Knex.Raw {
	// Both databases know this escape character without a setting; MySQL's default is none to SQLite.
	return knex.raw(`lower(??) like lower(?) escape '|'`, [column, pattern]);
}

function escaped(text: string): string {
	return text.replace(/[|%_]/g, '|$&');
}
