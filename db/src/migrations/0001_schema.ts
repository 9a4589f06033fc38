import type { Knex } from 'knex';
import { creator } from '../createTable.ts';
import { createDeliveries, FAILURE_TRIGGERS } from './schema/deliveries.ts';
import { createPeople } from './schema/people.ts';
import { createProcesses } from './schema/processes.ts';
import { createProducts } from './schema/products.ts';
import { createServers } from './schema/servers.ts';
import { createTools } from './schema/tools.ts';

/** The schema of version 1.0. It and every later migration stay as they are: databases have run them. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	await createPeople(create);
	await createServers(create);
	await createProducts(create);
	await createDeliveries(create);
	await createProcesses(create);
	await createTools(create);
	if (knex.client.dialect !== 'mysql') for (const trigger of FAILURE_TRIGGERS) await knex.raw(trigger);
}
