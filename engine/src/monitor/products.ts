import { type Database, type Knex, Product } from '@dropwire/db';
import type { Brand, Region } from '@dropwire/db/topics';
import type { ProductSnapshot } from '../sources/source.ts';
import type { Known } from './look.ts';

const CHUNK = 500;
const REASON_LENGTH = 255;

/** A product as it is kept in memory between looks. */
export interface Kept extends Known {
	id: number;
	version: number;
	/** False until an answer was read: there is no baseline yet. */
	seen: boolean;
	blockedReason: string | null;
}

/** The last looks of one source, in the database. */
export class Products {
	readonly #db: Database;
	readonly #source: Brand;

	constructor(db: Database, source: Brand) {
		this.#db = db;
		this.#source = source;
	}

	/** What is known of these SKUs in a region. */
	async load(region: Region, skus: readonly string[]): Promise<Map<string, Kept>> {
		const kept = new Map<string, Kept>();
		for (let at = 0; at < skus.length; at += CHUNK) {
			const rows = await Product.query(this.#db.knex)
				.where({ source: this.#source, region })
				.whereIn('sku', skus.slice(at, at + CHUNK));
			for (const row of rows) kept.set(row.sku, fromRow(row));
		}
		return kept;
	}

	/** First answers; one that another process stored meanwhile stands. @returns what is stored now */
	async insert(
		region: Region,
		looks: readonly { sku: string; snapshot: ProductSnapshot | null; blockedReason: string | null }[],
		at: number,
	): Promise<Map<string, Kept>> {
		const rows = looks.map(({ sku, snapshot, blockedReason }) => ({
			source: this.#source,
			region,
			sku,
			state: blockedReason === null ? (snapshot ? 'read' : 'gone') : 'unseen',
			snapshot: snapshot && JSON.stringify(snapshot),
			checkedAt: at,
			changedAt: null,
			blockedSince: blockedReason === null ? null : at,
			blockedReason: blockedReason?.slice(0, REASON_LENGTH) ?? null,
		}));
		await this.#db.knex('products').insert(rows).onConflict(['source', 'sku', 'region']).ignore();
		return this.load(
			region,
			looks.map(({ sku }) => sku),
		);
	}

	/** Moves a snapshot on, unless another process has. @returns whether it was this call */
	async move(
		knex: Knex,
		product: Kept,
		snapshot: ProductSnapshot | null,
		{ at, stockTold = false }: { at: number; stockTold?: boolean },
	): Promise<boolean> {
		const changed = await knex('products')
			.where({ id: product.id, version: product.version })
			.update({
				state: snapshot ? 'read' : 'gone',
				snapshot: snapshot && JSON.stringify(snapshot),
				version: product.version + 1,
				checkedAt: at,
				changedAt: at,
				blockedSince: null,
				blockedReason: null,
				...(stockTold && { stockToldAt: at }),
			});
		return changed === 1;
	}

	/** Blocked answers keep the snapshot; `reason` null says that answers come again. */
	async markBlocked(ids: readonly number[], reason: string | null, at: number): Promise<void> {
		const { knex } = this.#db;
		const change =
			reason === null
				? { blockedSince: null, blockedReason: null }
				: {
						blockedSince: knex.raw('coalesce(??, ?)', ['blockedSince', at]),
						blockedReason: reason.slice(0, REASON_LENGTH),
					};
		await this.#inChunks(ids, (chunk) => knex('products').whereIn('id', chunk).update(change));
	}

	/** Notes when these were last looked at. */
	async markChecked(ids: readonly number[], at: number): Promise<void> {
		await this.#inChunks(ids, (chunk) => this.#db.knex('products').whereIn('id', chunk).update({ checkedAt: at }));
	}

	async #inChunks(ids: readonly number[], work: (chunk: readonly number[]) => PromiseLike<unknown>): Promise<void> {
		for (let at = 0; at < ids.length; at += CHUNK) await work(ids.slice(at, at + CHUNK));
	}
}

function fromRow(row: Product): Kept {
	return {
		id: row.id,
		version: row.version,
		seen: row.state !== 'unseen',
		snapshot: row.snapshot === null ? null : (JSON.parse(row.snapshot) as ProductSnapshot),
		goneLooks: 0,
		stockToldAt: row.stockToldAt,
		blockedReason: row.blockedReason,
	};
}
