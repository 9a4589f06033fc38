import { type Knex, Product } from '@dropwire/db';
import { type Region, REGIONS } from '@dropwire/db/topics';
import { formatMoney, minorDigits, type ProductSnapshot } from '@dropwire/engine';
import type { ProductCard, ProductInRegion } from '../../contract/bot.ts';
import type { Call, Handlers } from '../http/call.ts';
import { CallError, notFound } from '../http/errors.ts';

const SUGGESTIONS = 25;
/** Rows that are looked through for a title: more would take longer than a person who types waits. */
const TITLE_ROWS = 400;

/** Products as the bot shows them. */
export const botProductHandlers = {
	productCard: async (call) => {
		const { sku, region } = call.input;
		const rows = await Product.query(call.knex).where({ sku, state: 'read', ...(region && { region }) });
		return { data: rows.length > 0 ? watchedCard(sku, rows) : await askedCard(call, sku, region) };
	},

	skuSuggest: async ({ input, knex }) => ({ data: await suggest(knex, input.text) }),
} satisfies Partial<Handlers>;

/** What the monitors last saw. */
function watchedCard(sku: string, rows: readonly Product[]): ProductCard {
	const inOrder = [...rows].sort((a, b) => REGIONS.indexOf(a.region) - REGIONS.indexOf(b.region));
	const seen = inOrder.map((row) => ({ row, product: JSON.parse(row.snapshot as string) as ProductSnapshot }));
	const { title, subtitle } = (seen[0] as (typeof seen)[number]).product;
	const image = seen.find(({ product }) => product.image !== null)?.product.image ?? null;
	return {
		sku,
		title,
		subtitle,
		image,
		watched: true,
		regions: seen.map(({ row, product }) => inRegion(row, product)),
	};
}

function inRegion(row: Product, product: ProductSnapshot): ProductInRegion {
	const { price, status, launchAt, available, sizes, url } = product;
	return {
		region: row.region,
		status,
		price: price && formatMoney(price.current, price.currency),
		was: price && price.full > price.current ? formatMoney(price.full, price.currency) : null,
		launchAt,
		available,
		sizes,
		url,
		checkedAt: row.checkedAt,
		blocked: row.blockedSince === null ? null : (row.blockedReason ?? 'It refuses to answer'),
	};
}

/** What the retailer says now, of a product that nobody watches. */
async function askedCard(call: Call<'productCard'>, sku: string, region: Region | undefined): Promise<ProductCard> {
	const { found, failed } = await call.server.products.find(sku).catch(() => {
		throw new CallError('upstream_failed', 'Nike answers in no region. Try again in a moment.');
	});
	const wanted = [...found].filter(([where]) => region === undefined || where === region);
	const [first] = wanted;
	if (!first) {
		if (region ? failed.includes(region) : failed.length > 0) {
			throw new CallError('upstream_failed', `Nike does not answer in ${failed.join(', ')}. Try again in a moment.`);
		}
		throw notFound(`${sku}${region ? ` in ${region}` : ''}`);
	}
	const now = Date.now();
	return {
		sku,
		title: first[1].title,
		subtitle: first[1].subtitle || null,
		image: first[1].images[0] ?? null,
		watched: false,
		regions: wanted.map(([where, entry]) => ({
			region: where,
			status: null,
			price: entry.price === null ? null : money(entry.price, entry.currency),
			was: null,
			launchAt: Date.parse(entry.commerceStartDate) || null,
			available: null,
			sizes: [],
			url: null,
			checkedAt: now,
			blocked: null,
		})),
	};
}

/** An entry's price is in the currency's major unit. */
function money(amount: number, currency: string): string {
	return formatMoney(Math.round(amount * 10 ** minorDigits(currency)), currency);
}

/** Products whose SKU begins so come first, then those whose title has the words. */
async function suggest(knex: Knex, text: string): Promise<{ sku: string; title: string }[]> {
	const from = text.toUpperCase();
	const known = () => Product.query(knex).where({ state: 'read' }).select('sku', 'snapshot').orderBy('sku');
	// A range instead of `like`: both databases find it by the index on the SKU.
	const bySku = await known()
		.where('sku', '>=', from)
		.where('sku', '<', `${from}\uFFFF`)
		.limit(SUGGESTIONS * 16);
	const found = new Map<string, string>();
	for (const row of bySku) if (found.size < SUGGESTIONS && !found.has(row.sku)) found.set(row.sku, titleOf(row));
	if (found.size < SUGGESTIONS && text) {
		const words = text.toLowerCase();
		const pattern = `%${words.replace(/[%_\\]/g, '')}%`;
		const byTitle = await known().whereRaw('lower(??) like ?', ['snapshot', pattern]).limit(TITLE_ROWS);
		for (const row of byTitle) {
			const title = titleOf(row);
			if (found.size < SUGGESTIONS && title.toLowerCase().includes(words)) found.set(row.sku, title);
		}
	}
	return [...found].map(([sku, title]) => ({ sku, title }));
}

function titleOf({ snapshot }: Product): string {
	return (JSON.parse(snapshot as string) as ProductSnapshot).title;
}
