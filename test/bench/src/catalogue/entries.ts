import { setImmediate } from 'node:timers/promises';
import { type Browser, browser, walkSignIn } from '@dropwire/bff/testing';
import type { TestDatabase } from '@dropwire/db/testing';
import { chunks } from '@dropwire/domain';
import type { Product } from '../product/product.ts';
import type { Aim } from '../report/markdown.ts';
import { percentile } from '../report/statistics.ts';
import type { Engine } from '../setup.ts';

export interface EntrySizes {
	entries: number;
	/** Searches of each kind, and reads of single entries. */
	searches: number;
}

const AIM = { searchMs: 50, entryMs: 20, importMs: 180_000 };
/** Rows of one call, as the command line sends them. */
const SLICE = 10_000;
/** The share of the entries that were checked in a region. */
const CHECKED = 0.2;
const WARM_UP = 20;

/** How often a word occurs falls with its rank, as in titles of shops. */
const BRANDS = ['NIKE', 'ADIDAS', 'ASICS', 'NEWBALANCE', 'JD', 'FNL', 'SHOPS', 'HP'] as const;
const NAMES = ['Nike', 'adidas', 'ASICS', 'New Balance', 'Jordan', 'Puma', 'Salomon', 'HP'];
const COLOURS = [
	'Black',
	'White',
	'Grey',
	'Volt',
	'Crimson',
	'Navy',
	'Sail',
	'Phantom',
	'Pure Platinum',
	'Gum',
	'Rosé',
	'Königsblau',
];
const SUBJECTS = [
	"Men's Shoes",
	"Women's Shoes",
	"Big Kids' Shoes",
	'Running',
	'Basketball Shoes',
	'Hoodie',
	'T-Shirt',
];

/** The same numbers on each run. */
function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
		return state / 2 ** 32;
	};
}

const random = randomOf(41);
const words = Array.from({ length: 5000 }, () => {
	const syllables = [
		'ra',
		'zo',
		'mex',
		'lu',
		'tan',
		'vi',
		'kor',
		'el',
		'dun',
		'air',
		'flo',
		'pe',
		'gas',
		'us',
		'ni',
		'bo',
	];
	return Array.from(
		{ length: 1 + Math.floor(random() * 3) },
		() => syllables[Math.floor(random() * syllables.length)],
	).join('');
});
const skewed = <T>(list: readonly T[]): T => list[Math.floor(random() ** 3 * list.length)] as T;

interface Row {
	brand: string;
	sku: string;
	title: string;
	subtitle: string;
	color: string;
	category: string;
	image: string;
	releasedOn: string;
}

function aRow(n: number): Row {
	const at = Math.floor(random() ** 2 * BRANDS.length);
	const code = (0xa_00_00_00 + (Math.imul(n, 2_654_435) % 0x5_00_00_00)).toString(36).toUpperCase();
	const day = new Date(Date.UTC(2018, 0, 1) + Math.floor(random() * 3200) * 86_400_000);
	return {
		brand: BRANDS[at] as string,
		sku: `${code}${n.toString(36).toUpperCase()}-${100 + (n % 900)}`,
		title: `${NAMES[at]} ${skewed(words)} ${skewed(words)} ${skewed(words)} ${1 + Math.floor(random() * 95)}`,
		subtitle: skewed(SUBJECTS),
		color: `${skewed(COLOURS)}/${skewed(COLOURS)}`,
		category: random() < 0.7 ? 'SHOES' : 'EQUIPMENT',
		image: `https://static.example.com/images/${n}.jpg`,
		releasedOn: day.toISOString().slice(0, 10),
	};
}

/** Imports the entries while the product runs, and again. */
export async function measureImport(engine: Engine, product: Product, { entries }: EntrySizes): Promise<Aim[]> {
	const operator = browser(product.origin);
	await walkSignIn(operator, 'ada');
	await product.figures();
	let spent = 0;
	let last: Row[] = [];
	for (let n = 0; n < entries; n += SLICE) {
		last = Array.from({ length: Math.min(SLICE, entries - n) }, (_, at) => aRow(n + at));
		spent += await importSlice(operator, last, 'created');
	}
	const { delayP99, delayMax } = await product.figures();
	const again = await importSlice(operator, last, 'unchanged');
	return [
		{
			what: `import of ${entries.toLocaleString('en')} products in calls of ${SLICE.toLocaleString('en')}`,
			database: engine,
			aim: `${AIM.importMs / 1000} s`,
			measured: `${(spent / 1000).toFixed(0)} s; the event loop's delay p99 ${delayP99.toFixed(0)} ms, longest ${delayMax.toFixed(0)} ms; ${SLICE.toLocaleString('en')} unchanged rows ${(again / 1000).toFixed(1)} s`,
			met: spent <= AIM.importMs,
		},
	];
}

async function importSlice(operator: Browser, rows: readonly Row[], outcome: 'created' | 'unchanged'): Promise<number> {
	const at = performance.now();
	const { counts } = await operator.api.catalogueImport({ rows: [...rows] });
	if (counts[outcome] !== rows.length) throw new Error(`Not all rows are ${outcome}: ${JSON.stringify(counts)}`);
	return performance.now() - at;
}

/** Adds the states of products that were checked in a region. */
export async function fillStates({ knex }: TestDatabase): Promise<void> {
	const keys: { brand: (typeof BRANDS)[number]; sku: string }[] = await knex('catalogue')
		.orderBy(['sku'])
		.select('brand', 'sku');
	const checked = keys.filter((_, n) => n % Math.round(1 / CHECKED) === 0);
	for (const some of chunks(checked, 500)) {
		const rows = some.map((key) => {
			const price = 5000 + Math.floor(random() * 20_000);
			return { ...key, region: 'US', price, full: price, currency: 'USD', available: random() < 0.5 ? 1 : 0 } as const;
		});
		await knex('catalogue_regions').insert(rows);
		// The embedded database's statements block the loop, which would not see that the server closes idle connections.
		await setImmediate();
	}
}

/** Searches by words, beginnings of words, SKUs, filters and orders, and reads single entries. */
export async function measureSearches(
	engine: Engine,
	{ db, product }: { db: TestDatabase; product: Product },
	{ entries, searches }: EntrySizes,
): Promise<Aim[]> {
	const member = browser(product.origin);
	await walkSignIn(member, 'ada');
	const known: { brand: string; sku: string; title: string }[] = await db
		.knex('catalogue')
		.orderBy('sku')
		.limit(2000)
		.offset(Math.floor(entries / 2))
		.select('brand', 'sku', 'title');
	const one = () => known[Math.floor(random() * known.length)] as (typeof known)[number];
	const wordsOf = () => one().title.split(' ');
	const some = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
	const kinds: Record<string, () => Record<string, string>> = {
		'one word': () => ({ q: some(wordsOf()) }),
		'a word that most products have': () => ({ q: some(['nike', 'adidas', 'black', 'white', 'as']) }),
		'all words of a title': () => ({ q: wordsOf().join(' ') }),
		'two words of different products': () => ({ q: `${some(wordsOf())} ${some(wordsOf())}` }),
		'the first letters': () => ({ q: some(wordsOf()).slice(0, 1 + Math.floor(random() * 3)) }),
		'a SKU': () => ({ q: one().sku.slice(0, 6 + Math.floor(random() * 8)) }),
		'words, by price in a region': () => ({ q: some(wordsOf()), region: 'US', sort: 'price' }),
		'words, only available': () => ({ q: some(wordsOf()), available: 'true' }),
		'the newest changes of a brand': () => ({ brand: some(BRANDS), sort: 'changed' }),
		'releases of a month': () => ({ from: '2024-03-01', to: '2024-03-31', sort: 'released' }),
		'the lowest prices': () => ({ region: 'US', sort: 'price', available: 'true' }),
		'a category, only available': () => ({ category: 'EQUIPMENT', available: 'true' }),
	};
	const times = new Map<string, number[]>();
	for (let n = -WARM_UP; n < searches; n++) {
		for (const [kind, search] of Object.entries(kinds)) {
			const at = performance.now();
			await read(member, `/api/catalogue?${new URLSearchParams(search()).toString()}`);
			if (n >= 0) times.set(kind, [...(times.get(kind) ?? []), performance.now() - at]);
		}
	}
	const single: number[] = [];
	for (let n = -WARM_UP; n < searches; n++) {
		const { brand, sku } = one();
		const at = performance.now();
		await read(member, `/api/catalogue/entry?${new URLSearchParams({ brand, sku }).toString()}`);
		if (n >= 0) single.push(performance.now() - at);
	}
	const ofKind = [...times].map(([what, all]): Aim => {
		const p99 = percentile(all, 0.99);
		return {
			what: `search: ${what}, p99`,
			database: engine,
			aim: `${AIM.searchMs} ms`,
			measured: `${p99.toFixed(0)} ms, median ${percentile(all, 0.5).toFixed(0)} ms`,
			met: p99 <= AIM.searchMs,
		};
	});
	const entryMs = percentile(single, 0.99);
	return [
		...ofKind,
		{
			what: 'an entry, p99',
			database: engine,
			aim: `${AIM.entryMs} ms`,
			measured: `${entryMs.toFixed(1)} ms, median ${percentile(single, 0.5).toFixed(1)} ms`,
			met: entryMs <= AIM.entryMs,
		},
	];
}

async function read(member: Browser, path: string): Promise<void> {
	const response = await member.fetch(path);
	const text = await response.text();
	if (response.status !== 200) throw new Error(`${path}: ${text}`);
}
