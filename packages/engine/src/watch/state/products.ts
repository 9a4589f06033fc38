import { hash } from 'node:crypto';
import { type Database, type Knex, lastCheck, Product } from '@dropwire/db';
import { type Brand, chunks, type CheckKind, MAX_REASON_LENGTH, type Offer, type Region } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { forgetStates, recordInCatalogue } from '../../catalogue/record.ts';
import { type RecordedCheck, recordChecks, recordGaps } from '../../history/record.ts';
import { isAboutLaunch, type RecordOptions, recordReleases } from '../../releases/record.ts';
import type { NewState, PreviousState } from '../../product/evaluate.ts';
import { isLaunchEvent, isStockEvent } from '../../product/event.ts';
import { GONE_AFTER_PAUSE, GONE_TOGETHER, isMissing } from '../../sources/outage.ts';

/** IDs or SKUs per statement. */
const CHUNK = 500;

type LaunchOptions = (region: Region) => RecordOptions;

/** The first answer for a product. */
export interface FirstCheck extends NewState {
	sku: string;
	blockedReason: string | null;
}

/** A product's state in memory between checks, without the snapshot: 100,000 of those need hundreds of megabytes. */
export interface ProductState extends Omit<PreviousState, 'snapshot'> {
	id: number;
	version: number;
	/** False until the first answer was read: there is no baseline yet. */
	seen: boolean;
	/** Of the stored snapshot; null if there is none. */
	digest: string | null;
	/** Of an answer that changes nothing, although it states less than the stored snapshot; unset if there was none. */
	settledDigest?: string | undefined;
	/** The stored snapshot's launch date. */
	launchAt: number | null;
	/** Since when the checks have not found the product, epoch ms; null if one of them ever found it. */
	unknownSince: number | null;
	blockedSince: number | null;
	blockedReason: string | null;
}

/** A change that a check found. */
export interface StateChange {
	region: Region;
	sku: string;
	/** The stored snapshot. */
	before: ProductSnapshot | null;
	/** `event`: also of a change that is too old to be published. */
	decision: NewState & { kind: 'baseline' | 'quiet' | 'news'; event?: CheckKind };
	/** When it was found, epoch ms. */
	at: number;
}

/** A product's state with the stored snapshot. */
export interface StoredProduct extends ProductState, PreviousState {
	/** When it usually changes (`watch/pace/habit.ts`); null if that is not stored. */
	habit: Uint8Array | null;
	/** The external monitor that reported it last, empty for one without a name; null if only our source has read it. */
	reportedBy: string | null;
}

/** The stored results of the last checks of one offer of a brand's products. */
export class Products {
	readonly #db: Database;
	readonly #source: Brand;
	readonly #offer: Offer;
	readonly #origin: 'watched' | 'reported';
	readonly #launches: LaunchOptions | null;

	/**
	 * @param origin how products that become known by these checks come into the catalogue
	 * @param launches how the launches that the checks of a region name are recorded; null if they say nothing about launches
	 */
	constructor(
		db: Database,
		source: Brand,
		offer: Offer,
		origin: 'watched' | 'reported' = 'watched',
		launches: LaunchOptions | null = null,
	) {
		this.#db = db;
		this.#source = source;
		this.#offer = offer;
		this.#origin = origin;
		this.#launches = launches;
	}

	/** Loads the stored states of these SKUs in a region. */
	async load(region: Region, skus: readonly string[]): Promise<Map<string, StoredProduct>> {
		const states = new Map<string, StoredProduct>();
		for (const some of chunks(skus, CHUNK)) {
			const rows = await Product.withLastCheck(this.#db.knex)
				.where({ source: this.#source, region, offer: this.#offer })
				.whereIn('sku', some)
				.select('products.checkedAt as writtenAt')
				.castTo<(Product & { writtenAt: number })[]>();
			for (const row of rows) states.set(row.sku, fromRow(row));
		}
		return states;
	}

	/** The products whose states were changed after a time by the clock of the process that did it, epoch ms. */
	async changedSince(since: number): Promise<Pick<Product, 'id' | 'sku' | 'region' | 'version'>[]> {
		const own = this.#db.knex('products').where({ source: this.#source, offer: this.#offer });
		return await own.where('storedAt', '>', since).select('id', 'sku', 'region', 'version');
	}

	/** Those of these IDs whose products are stored. */
	async stored(ids: readonly number[]): Promise<ReadonlySet<number>> {
		const found = new Set<number>();
		for (const some of chunks(ids, CHUNK)) {
			const stored: number[] = await this.#db.knex('products').whereIn('id', some).pluck('id');
			for (const id of stored) found.add(id);
		}
		return found;
	}

	/** Stores first answers, but keeps those that another process stored first. @returns the stored states */
	async insert(region: Region, checks: readonly FirstCheck[], at: number): Promise<Map<string, StoredProduct>> {
		const rows = checks.map(({ sku, snapshot, buyableSince, blockedReason }) => ({
			source: this.#source,
			region,
			sku,
			offer: this.#offer,
			state: blockedReason === null ? (snapshot ? 'read' : 'gone') : 'unseen',
			snapshot: snapshot && JSON.stringify(snapshot),
			checkedAt: at,
			changedAt: null,
			buyableSince,
			blockedSince: blockedReason === null ? null : at,
			blockedReason: blockedReason?.slice(0, MAX_REASON_LENGTH) ?? null,
		}));
		const found = checks.filter(({ blockedReason }) => blockedReason === null);
		await this.#db.transaction(async (trx) => {
			const skus = found.map(({ sku }) => sku);
			const restored = await this.#restored(trx, region, skus);
			await trx('products').insert(rows).onConflict(['source', 'sku', 'region', 'offer']).ignore();
			const first = { at, previousAt: null, previous: null };
			await this.#recordAll(
				trx,
				region,
				found.map(({ sku, snapshot }) => ({ sku, found: snapshot, ...first })),
			);
			await this.#recordLaunches(
				trx,
				region,
				found.map(({ sku, snapshot }) => ({ sku, before: null, after: snapshot, at })),
				restored,
			);
		});
		return this.load(
			region,
			checks.map(({ sku }) => sku),
		);
	}

	/**
	 * Updates a snapshot and the product's history, unless another process did so first.
	 * @returns whether this call updated them
	 */
	async commitState(trx: Knex.Transaction, product: ProductState, change: StateChange): Promise<boolean> {
		const { decision, at } = change;
		const { snapshot, buyableSince, event } = decision;
		const stockPublished = decision.kind === 'news' && event !== undefined && isStockEvent(event);
		const restored = await this.#restored(trx, change.region, product.seen ? [] : [change.sku]);
		const changed = await trx('products')
			.where({ id: product.id, version: product.version })
			.update({
				state: snapshot ? 'read' : 'gone',
				snapshot: snapshot && JSON.stringify(snapshot),
				version: product.version + 1,
				storedAt: Date.now(),
				checkedAt: at,
				// A product that no check has ever found has never changed.
				...((snapshot !== null || product.digest !== null) && { changedAt: at }),
				buyableSince,
				blockedSince: null,
				blockedReason: null,
				...(stockPublished && { stockToldAt: at }),
			});
		if (changed !== 1) return false;
		await this.#record(trx, product, {
			...change,
			found: snapshot,
			isLaunch: event !== undefined && isLaunchEvent(event),
		});
		const launch = { sku: change.sku, before: change.before, after: snapshot, at };
		await this.#recordLaunches(trx, change.region, [launch], restored);
		return true;
	}

	/**
	 * Adds to a product's history what a check found, although its snapshot is kept in the quiet time of stock events.
	 * Adds nothing for a product that has been removed since.
	 */
	async recordFound(
		product: ProductState,
		check: Omit<StateChange, 'decision'> & { found: ProductSnapshot | null },
	): Promise<void> {
		await this.#db.transaction(async (trx) => {
			// Locked, so that a removal comes before this or after it.
			const stored = await trx('products').where({ id: product.id }).forUpdate().first('id');
			if (stored) await this.#record(trx, product, check);
		});
	}

	async #record(
		trx: Knex.Transaction,
		{ seen, checkedAt }: ProductState,
		check: Omit<StateChange, 'decision'> & { found: ProductSnapshot | null; isLaunch?: boolean },
	): Promise<void> {
		const { region, sku, before, found, at, isLaunch = false } = check;
		const previous = { previousAt: seen ? checkedAt : null, previous: seen ? before : null };
		await this.#recordAll(trx, region, [{ sku, at, found, isLaunch, ...previous }]);
	}

	/** Adds what checks found to the histories of their products, and to the catalogue. */
	async #recordAll(
		trx: Knex.Transaction,
		region: Region,
		checks: readonly (RecordedCheck & { found: ProductSnapshot | null })[],
	): Promise<void> {
		const [source, offer, origin] = [this.#source, this.#offer, this.#origin];
		const changed = await recordChecks(trx, { source, region, offer }, checks);
		await recordInCatalogue(
			trx,
			checks.map(({ sku, found: snapshot, at }) => {
				return { brand: source, sku, region, offer, origin, snapshot, at, isChange: changed.has(sku) };
			}),
		);
	}

	/**
	 * Those of these products without a baseline whose states the catalogue has: a backup was restored, which deletes the
	 * stored states. A product that is removed from its lists has neither. Both are read in one statement, before the
	 * baseline is stored: another process can store the baseline at any time.
	 */
	async #restored(trx: Knex.Transaction, region: Region, skus: readonly string[]): Promise<ReadonlySet<string>> {
		const restored = new Set<string>();
		if (this.#launches === null) return restored;
		for (const some of chunks(skus, CHUNK)) {
			const seen = trx('products')
				.where({ source: this.#source, region, offer: this.#offer })
				.whereIn('sku', some)
				.whereNot({ state: 'unseen' })
				.select('sku');
			const known: string[] = await trx('catalogue_regions')
				.where({ brand: this.#source, region })
				.whereIn('sku', some)
				.whereNotIn('sku', seen)
				.where((is) => void is.whereNotNull('available').orWhereNotNull('price').orWhereNotNull('launchAt'))
				.pluck('sku');
			for (const sku of known) restored.add(sku);
		}
		return restored;
	}

	/**
	 * Records the launches that checks name, and those that they call off.
	 * @param restored the products whose launches may have been announced after the backup, and are not announced again
	 */
	async #recordLaunches(
		trx: Knex.Transaction,
		region: Region,
		checks: readonly { sku: string; before: ProductSnapshot | null; after: ProductSnapshot | null; at: number }[],
		restored: ReadonlySet<string>,
	): Promise<void> {
		if (this.#launches === null) return;
		const origin = this.#origin === 'reported' ? 'reported' : 'source';
		const reports = checks
			.filter(({ before, after, at }) => isAboutLaunch(before, after, at))
			.map(({ sku, after, at }) => ({ brand: this.#source, sku, region, origin, snapshot: after, at }) as const);
		for (const [isRestored, same] of Map.groupBy(reports, ({ sku }) => restored.has(sku))) {
			const options = this.#launches(region);
			await recordReleases(trx, same, isRestored ? { ...options, isSilent: true } : options);
		}
	}

	/**
	 * Records the reason why these products are blocked, or null when they are no longer blocked. Keeps their
	 * snapshots, and since when they are blocked; what was blocked for another reason is missing from now on.
	 */
	async markBlocked(products: readonly ProductState[], reason: string | null, at: number): Promise<void> {
		const { knex } = this.#db;
		const change =
			reason === null
				? { checkedAt: at, blockedSince: null, blockedReason: null }
				: {
						// The later checks of its batch do not read it. First, because MySQL assigns in this order.
						checkedAt: lastCheck(knex),
						blockedSince: blockedFrom(knex, reason, at),
						blockedReason: reason.slice(0, MAX_REASON_LENGTH),
					};
		for (const product of products) {
			const begins = isMissing(reason) && !isMissing(product.blockedReason);
			product.blockedSince = reason === null ? null : begins ? at : (product.blockedSince ?? at);
			product.blockedReason = reason;
			// Checks between which the product could not be read are not in a row.
			if (reason !== null) product.goneChecks = 0;
		}
		for (const ids of chunks(
			products.map(({ id }) => id),
			CHUNK,
		))
			await knex('products').whereIn('id', ids).update(change);
	}

	/** Ends the blocks of regions that are no longer polled: their products are not blocked, but not checked at all. */
	async unblockRegions(regions: readonly Region[]): Promise<void> {
		const rows = this.#db
			.knex('products')
			.where({ source: this.#source, offer: this.#offer })
			.whereIn('region', [...regions]);
		await rows.whereNotNull('blockedSince').update({ blockedSince: null, blockedReason: null });
	}

	/** Records when a product was last checked outside a batch. */
	async markChecked(id: number, at: number): Promise<void> {
		await this.#db.knex('products').where({ id }).update({ checkedAt: at });
	}

	/** Records the external monitor that reported a product last. */
	async markReported({ id }: Pick<ProductState, 'id'>, reportedBy: string): Promise<void> {
		await this.#db.knex('products').where({ id }).update({ reportedBy });
	}

	/** Deletes the states of SKUs, in all regions, and ends their histories. */
	async forget(skus: readonly string[]): Promise<void> {
		const product = { source: this.#source, offer: this.#offer };
		await this.#db.transaction(async (trx) => {
			await trx('products')
				.where(product)
				.whereIn('sku', [...skus])
				.delete();
			await recordGaps(trx, product, skus, Date.now());
			if (this.#offer === 'NEW') await forgetStates(trx, this.#source, skus);
		});
	}

	/** Deletes the other offers of a SKU that a monitor could not read before it knew which offer it watches. */
	async forgetUnseen(region: Region, sku: string, reportedBy: string): Promise<void> {
		await this.#db
			.knex('products')
			.where({ source: this.#source, sku, region, state: 'unseen', reportedBy })
			.whereNot({ offer: this.#offer })
			.delete();
	}
}

/** Identifies a snapshot: equal digests mean equal snapshots. Null for a product that is gone. */
export function digestOf(snapshot: ProductSnapshot | null): string | null {
	return snapshot && digest(JSON.stringify(snapshot));
}

function digest(json: string): string {
	return hash('sha256', json, 'base64url');
}

function fromRow(row: Product & { writtenAt: number }): StoredProduct {
	const snapshot = row.snapshot === null ? null : (JSON.parse(row.snapshot) as ProductSnapshot);
	return {
		id: row.id,
		version: row.version,
		seen: row.state !== 'unseen',
		snapshot,
		digest: row.snapshot === null ? null : digest(row.snapshot),
		launchAt: snapshot?.launchAt ?? null,
		// Checks that change nothing do not write the row.
		unknownSince: row.state === 'gone' && row.changedAt === null ? row.writtenAt : null,
		goneChecks: 0,
		stockPublishedAt: row.stockToldAt,
		checkedAt: row.checkedAt,
		buyableSince: row.buyableSince,
		blockedSince: row.blockedSince,
		blockedReason: row.blockedReason,
		habit: row.habit,
		reportedBy: row.reportedBy,
	};
}

/** Since when a product is blocked that may be blocked already: how long it is missing is counted from its first miss. */
function blockedFrom(knex: Knex, reason: string, at: number): Knex.Raw {
	const since = knex.raw('coalesce(??, ?)', ['blockedSince', at]);
	if (!isMissing(reason)) return since;
	const bindings = ['blockedReason', GONE_TOGETHER, GONE_AFTER_PAUSE, since, at];
	return knex.raw('case when ?? in (?, ?) then ? else ? end', bindings);
}
