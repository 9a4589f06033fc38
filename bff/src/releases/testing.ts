import type { Database, Release } from '@dropwire/db';

/** Stores a release. @returns its id */
export async function storeRelease({ knex }: Database, facts: Partial<Release> = {}): Promise<number> {
	const at = Date.now();
	const [id] = await knex('releases').insert({
		brand: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		title: 'Dunk Low',
		launchAt: at + 3_600_000,
		origin: 'source',
		announcedAt: at,
		datedAt: at,
		changedAt: at,
		sequence: 0,
		moves: '[]',
		...facts,
	});
	return id as number;
}
