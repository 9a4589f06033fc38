import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/** Stores of shops that an operator has imported; they replace the list of the shop itself. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	await create('stores', (t) => {
		t.string('source', 32).notNullable();
		t.string('id', 64).notNullable();
		t.string('name', 200).notNullable();
		t.string('city', 100).notNullable();
		t.string('postalCode', 20).notNullable();
		t.string('country', 2).notNullable();
		t.double('latitude');
		t.double('longitude');
		t.primary(['source', 'id']);
	});
}
