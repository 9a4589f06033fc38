import { type Knex, Product } from '@dropwire/db';
import type { ProductSnapshot } from '@dropwire/retailers';

const SUGGESTIONS = 25;
/** How many of the newest rows are searched for a title. A larger search would take longer than a typing person waits. */
const SEARCHED_ROWS = 20_000;
/** Limit of rows with the words in their snapshot. */
const TITLE_ROWS = 400;
/** Further words of a search are ignored. */
const WORDS = 5;

/** A suggested product. */
interface Suggested {
	sku: string;
	title: string;
	image: string | null;
}

/** Products whose SKU starts with the text come first, then recent products whose title contains its words, in any order. */
export async function suggestSkus(knex: Knex, text: string): Promise<Suggested[]> {
	const from = text.toUpperCase();
	const known = () => Product.query(knex).where({ state: 'read' }).select('sku', 'snapshot');
	// A range instead of `like`: both databases can use the index on the SKU.
	const bySku = await known()
		.where('sku', '>=', from)
		.where('sku', '<', `${from}\uFFFF`)
		.orderBy('sku')
		.limit(SUGGESTIONS * 16);
	const found = new Map<string, Suggested>();
	for (const row of bySku) if (found.size < SUGGESTIONS && !found.has(row.sku)) found.set(row.sku, suggested(row));
	const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS);
	if (found.size < SUGGESTIONS && words.length > 0) {
		const last = await Product.query(knex).orderBy('id', 'desc').offset(SEARCHED_ROWS).select('id').first();
		const byTitle = known().orderBy('id', 'desc').limit(TITLE_ROWS);
		if (last) void byTitle.where('id', '>', last.id);
		for (const word of words) {
			void byTitle.whereRaw('lower(??) like ?', ['snapshot', `%${word.replace(/[%_\\]/g, '')}%`]);
		}
		for (const row of await byTitle) {
			const product = suggested(row);
			const title = product.title.toLowerCase();
			const hasAll = words.every((word) => title.includes(word));
			if (found.size < SUGGESTIONS && hasAll && !found.has(row.sku)) found.set(row.sku, product);
		}
	}
	return [...found.values()];
}

function suggested({ sku, snapshot }: Product): Suggested {
	const { title, image } = JSON.parse(snapshot as string) as ProductSnapshot;
	return { sku, title, image: image ?? null };
}
