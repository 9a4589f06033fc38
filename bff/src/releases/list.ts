import { type Knex, Release, tableByIndex } from '@dropwire/db';
import { type Brand, productWords, type Region, RELEASE_LIMITS, wantedWords, wordBeginnings } from '@dropwire/domain';
import { invalidInput } from '../http/errors.ts';
import { storedSpellings } from '../skus/storedSkus.ts';

/** Which releases are listed. */
export interface Wanted {
	region?: Region | undefined;
	brand?: Brand | undefined;
	/** In any spelling; with `brand`. */
	sku?: string | undefined;
	/** Epoch ms, inclusive. Without it: from 24 hours ago, without those that are over. */
	from?: number | undefined;
	/** Epoch ms, exclusive. */
	to?: number | undefined;
	q?: string | undefined;
	cursor?: string | undefined;
}

/** Where a page ends. */
interface Position {
	launchAt: number;
	id: number;
}

/** How many releases a search compares, in two steps: most searches end with the first. */
const STEPS = [400, 2000];

/**
 * A page of releases by launch. A search examines a bounded number of them, so that its page can be short although others
 * follow.
 * @throws CallError 400 for a cursor that is none
 */
export async function listReleases(
	knex: Knex,
	wanted: Wanted,
	now: number,
): Promise<{ rows: Release[]; nextCursor: string | null }> {
	const words = wantedWords(wanted.q ?? '');
	if (wanted.q && words.length === 0) return { rows: [], nextCursor: null };
	const skus = wanted.sku === undefined ? null : await storedSpellings(knex, wanted.sku, wanted.brand);
	let position = wanted.cursor === undefined ? null : positionIn(wanted.cursor);
	const rows: Release[] = [];
	for (const limit of words.length > 0 ? STEPS : [RELEASE_LIMITS.page + 1]) {
		const found = await inRange(knex, { ...wanted, skus }, now, position).limit(limit);
		for (const row of found) {
			if (hasWords(row, words)) {
				// The page is full, and another one follows.
				if (rows.length === RELEASE_LIMITS.page) return { rows, nextCursor: position && cursorOf(position) };
				rows.push(row);
			}
			position = row;
		}
		if (found.length < limit) return { rows, nextCursor: null };
	}
	return { rows, nextCursor: position && cursorOf(position) };
}

/** The releases of a range behind a position, by an index that begins with the filters. */
function inRange(
	knex: Knex,
	{ region, brand, skus, from, to }: Wanted & { skus: readonly string[] | null },
	now: number,
	after: Position | null,
) {
	const filters = [...(region === undefined ? [] : ['region']), ...(brand === undefined ? [] : ['brand'])];
	const index = skus === null ? ['releases', ...filters, 'launch_index'].join('_') : 'releases_product_index';
	const query = Release.query(knex)
		.from(tableByIndex(knex, 'releases', index))
		.where('launchAt', '<', to ?? now + RELEASE_LIMITS.listAheadMs)
		// Without `from`, a release that ends now is over.
		.where('launchAt', from === undefined ? '>' : '>=', from ?? now - RELEASE_LIMITS.listPastMs)
		.orderBy(['launchAt', 'id']);
	if (region !== undefined) void query.where({ region });
	if (brand !== undefined) void query.where({ brand });
	if (skus !== null) void query.whereIn('sku', [...skus]);
	if (after) {
		// MariaDB uses the index for the first comparison only if it is separate.
		void query
			.where('launchAt', '>=', after.launchAt)
			.where((is) => void is.where('launchAt', '>', after.launchAt).orWhere('id', '>', after.id));
	}
	return query;
}

function hasWords({ title, sku }: Pick<Release, 'title' | 'sku'>, wanted: readonly string[]): boolean {
	if (wanted.length === 0) return true;
	const words = productWords({ title, sku, color: null });
	return wanted.every((word) => wordBeginnings(word).some((start) => words.includes(` ${start}`)));
}

function cursorOf({ launchAt, id }: Position): string {
	return `${launchAt}-${id}`;
}

function positionIn(cursor: string): Position {
	const [, launchAt, id] = /^(\d{1,16})-(\d{1,15})$/.exec(cursor) ?? [];
	if (launchAt === undefined) throw invalidInput({ cursor: 'must be the nextCursor of a page of the same list' });
	return { launchAt: Number(launchAt), id: Number(id) };
}
