import { type Knex, PERSONAL_DATA, ProductRequest } from '@dropwire/db';
import { PERSONAL_DATA_GROUPS } from '@dropwire/domain';
import { lockPlace } from '@dropwire/engine';
import { PRIVATE_ACTIONS } from '../audit/feature.ts';
import { disconnectRoles } from '../linkedRoles/connections.ts';

/**
 * Deletes what is stored about a person, except what is kept for others (`PERSONAL_DATA_GROUPS`).
 * @returns the number of deleted rows
 */
export async function eraseStored(trx: Knex, discordId: string): Promise<number> {
	// Watches and notices that another transaction is about to store for the person come before.
	await lockPlace(trx, discordId);
	await withdrawProductRequests(trx, discordId);
	let deleted = await trx('audit').where({ actor: discordId }).whereIn('action', PRIVATE_ACTIONS).delete();
	await disconnectRoles(trx, discordId);
	for (const { group, table, person } of PERSONAL_DATA) {
		// Deleted when Discord has forgotten the person, for which the connection is needed.
		if (table === 'linked_roles') continue;
		if (PERSONAL_DATA_GROUPS[group].kept !== null) continue;
		deleted += await trx(table as string)
			.where(person, discordId)
			.delete();
	}
	return deleted;
}

/** Takes the person from requests that others share, and deletes those that only they made. */
async function withdrawProductRequests(trx: Knex, discordId: string): Promise<void> {
	const ids = await trx('product_request_people').where({ discordId }).pluck('requestId');
	await ProductRequest.query(trx).findByIds(ids).decrement('people', 1);
	await ProductRequest.query(trx).findByIds(ids).where('people', '<=', 0).delete();
}
