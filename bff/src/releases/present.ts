import type { Release as Presented } from '@dropwire/contract';
import { CatalogueRegion, type Knex, type Release } from '@dropwire/db';
import { type ReleaseMove, releaseState } from '@dropwire/domain';

/** Releases as of a moment, each with whether it can be bought. One statement for all. */
export async function presentReleases(knex: Knex, rows: readonly Release[], now: number): Promise<Presented[]> {
	const states = await CatalogueRegion.query(knex)
		.whereIn(
			['brand', 'sku', 'region'],
			rows.map(({ brand, sku, region }) => [brand, sku, region]),
		)
		.select('brand', 'sku', 'region', 'available');
	const available = new Map(states.map((state) => [keyOf(state), state.available]));
	return rows.map((row) => {
		const { brand, sku, region, title, image, url, launchAt, method, entriesUntil, cancelledAt } = row;
		return {
			id: String(row.id),
			brand,
			sku,
			region,
			title,
			image,
			url,
			launchAt,
			method,
			entriesUntil,
			price: priceOf(row),
			state: releaseState(row, now),
			available: available.get(keyOf(row)) ?? null,
			cancelledAt,
			moves: JSON.parse(row.moves) as ReleaseMove[],
		};
	});
}

function priceOf({ price, full, currency }: Pick<Release, 'price' | 'full' | 'currency'>): Presented['price'] {
	return price === null || currency === null ? null : { current: price, full: full ?? price, currency };
}

function keyOf({ brand, sku, region }: Pick<Release, 'brand' | 'sku' | 'region'>): string {
	return `${brand} ${sku} ${region}`;
}
