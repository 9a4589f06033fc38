import { forMarket, MARKETS, type RecordedProduct, recordedThreads, type Thread } from './catalogue.ts';
import { ShopRequests } from './faults.ts';

/** The changes that a product supports in one marketplace. */
export interface ProductChange {
	status?: string;
	currentPrice?: number;
	fullPrice?: number;
	available?: boolean;
	/** By size in Nike's notation (`nikeSize`); null removes the size. */
	levels?: Record<string, 'HIGH' | 'MEDIUM' | 'LOW' | 'OOS' | null>;
	title?: string;
	startEntryDate?: string | null;
	commerceStartDate?: string | null;
	gone?: boolean;
}

/** The recorded product of which copies can be added. */
const COPIED = 'CK9246-101';
/** A product that is always sold, for checks of the source. */
const STAPLE = 'CW2288-111';

/** The sandbox's Nike: the recorded products in every marketplace, with the changes applied. */
export class NikeShop {
	/** The threads of each product, by marketplace and SKU. */
	#threads = new Map<string, Map<string, Thread[]>>();
	readonly changes = new Map<string, ProductChange>();
	readonly requests = new ShopRequests();
	/** Whether responses have an ETag; some retailers send none. */
	etags = true;
	readonly #origin: () => string;
	readonly #rendered = new Map<string, string>();

	constructor(origin: () => string) {
		this.#origin = origin;
		this.#seed();
	}

	reset(): void {
		this.changes.clear();
		this.requests.reset();
		this.#rendered.clear();
		this.#seed();
	}

	#seed(): void {
		this.#threads = new Map(Object.keys(MARKETS).map((market) => [market, new Map<string, Thread[]>()]));
		for (const { market: from, thread } of recordedThreads()) {
			// Marketplaces with recordings serve their own; all others serve the US recordings.
			const markets = from === 'US' ? Object.keys(MARKETS) : [from];
			for (const market of markets) this.#addThread(market, forMarket(thread, from, market));
		}
		this.#addCopy('US', STAPLE, "Nike Air Force 1 '07");
	}

	/** Adds a copy of a recorded product. */
	#addCopy(market: string, sku: string, title?: string): void {
		const template = this.#threads.get(market)?.get(COPIED)?.[0];
		const product = template?.productInfo.find(({ merchProduct }) => merchProduct.styleColor === COPIED);
		if (!template || !product) throw new Error(`There is no marketplace ${market}`);
		const merchProduct = { ...product.merchProduct, styleColor: sku };
		const productContent = { ...product.productContent, ...(title !== undefined && { title, fullTitle: title }) };
		const copy = { ...product, merchProduct, productContent };
		this.#addThread(market, { ...template, id: `thread-${sku}`, productInfo: [copy] });
	}

	#addThread(market: string, thread: Thread): void {
		const bySku = this.#threads.get(market);
		for (const sku of new Set(thread.productInfo.map((product) => product.merchProduct.styleColor))) {
			bySku?.set(sku, [...(bySku.get(sku) ?? []), thread]);
		}
	}

	/** Adds copies of a recorded product under new SKUs; only the SKU differs. @returns the SKUs */
	addProducts(count: number, regions: readonly string[], prefix = 'LD'): string[] {
		const skus = Array.from(
			{ length: count },
			(_, index) => `${prefix}${String(index).padStart(4, '0')}-${String(index % 900).padStart(3, '0')}`,
		);
		for (const market of regions) {
			for (const sku of skus) this.#addCopy(market, sku);
		}
		return skus;
	}

	change(sku: string, region: string, change: ProductChange): void {
		if (!this.#threads.get(region)?.has(sku)) throw new Error(`Nike ${region} has no ${sku}`);
		const key = `${region}/${sku}`;
		const before = this.changes.get(key);
		this.changes.set(key, { ...before, ...change, levels: { ...before?.levels, ...change.levels } });
		this.#rendered.delete(key);
	}

	/** Whether any marketplace sells this product. */
	has(sku: string): boolean {
		return [...this.#threads.values()].some((bySku) => bySku.has(sku));
	}

	/** The threads of these SKUs as JSON, in their current state. */
	threadsOf(market: string, skus: readonly string[]): string[] {
		const found = new Map<Thread, string>();
		for (const sku of skus) {
			if (this.changes.get(`${market}/${sku}`)?.gone) continue;
			for (const thread of this.#threads.get(market)?.get(sku) ?? []) {
				if (!found.has(thread)) found.set(thread, this.#render(market, sku, thread));
			}
		}
		return [...found.values()];
	}

	/** What a marketplace sells now. */
	productsOf(market: string): RecordedProduct[] {
		const skus = [...(this.#threads.get(market)?.keys() ?? [])];
		return skus.flatMap((sku) => this.product(market, sku) ?? []);
	}

	/** All products of all marketplaces. */
	catalogue(): { sku: string; region: string; status: string; title: string }[] {
		return [...this.#threads].flatMap(([region, bySku]) =>
			[...bySku.keys()].map((sku) => {
				const product = this.product(region, sku);
				return {
					sku,
					region,
					status: product?.merchProduct.status ?? 'gone',
					title: product?.productContent?.fullTitle ?? product?.productContent?.title ?? sku,
				};
			}),
		);
	}

	/** A product with its changes applied; undefined if it does not exist or was removed. */
	product(market: string, sku: string): RecordedProduct | undefined {
		const change = this.changes.get(`${market}/${sku}`);
		if (change?.gone) return undefined;
		const product = this.#threads
			.get(market)
			?.get(sku)?.[0]
			?.productInfo.find(({ merchProduct }) => merchProduct.styleColor === sku);
		return product && change ? changed(product, change) : product;
	}

	#render(market: string, sku: string, thread: Thread): string {
		const key = `${market}/${sku}`;
		const single = thread.productInfo.length === 1;
		const cached = single ? this.#rendered.get(`${key}/${thread.id}`) : undefined;
		if (cached && !this.changes.has(key)) return cached;
		const productInfo = thread.productInfo.flatMap((product) => {
			const change = this.changes.get(`${market}/${product.merchProduct.styleColor}`);
			if (change?.gone) return [];
			return [change ? changed(product, change) : product];
		});
		// The sandbox cannot fetch images from the real hosts, so it draws them.
		const json = JSON.stringify({ ...thread, productInfo }).replace(
			/https:\/\/(?:static|secure-images|images|c\.static-nike)\.?(?:nike)?\.com[^"\\]*/g,
			(address) => `${this.#origin()}/retail/nike/images/${sku}.png?view=${viewOf(address)}`,
		);
		if (single && !this.changes.has(key)) this.#rendered.set(`${key}/${thread.id}`, json);
		return json;
	}
}

/** Chooses the view by the address, so that different images of a product look different. */
function viewOf(address: string): number {
	return [...address].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 997, 7) % 8;
}

function changed(product: RecordedProduct, change: ProductChange): RecordedProduct {
	const { status, currentPrice, fullPrice, available, levels, title, startEntryDate, commerceStartDate } = change;
	const { merchPrice, productContent, launchView } = product;
	const gtinOf = new Map((product.skus ?? []).map((sku) => [sku.nikeSize, sku.gtin ?? sku.id]));
	const withLevels = (rows: RecordedProduct['availableGtins']) => {
		const next = new Map((rows ?? []).map((row) => [row.gtin, row]));
		for (const [size, level] of Object.entries(levels ?? {})) {
			const gtin = gtinOf.get(size);
			if (!gtin) continue;
			if (level === null) next.delete(gtin);
			else next.set(gtin, { method: 'SHIP', ...next.get(gtin), gtin, level, available: level !== 'OOS' });
		}
		return [...next.values()];
	};
	return {
		...product,
		...(available !== undefined && { availability: { ...product.availability, available } }),
		merchProduct: {
			...product.merchProduct,
			...(status && { status }),
			...(commerceStartDate !== undefined && { commerceStartDate }),
		},
		...(merchPrice && {
			merchPrice: {
				...merchPrice,
				currentPrice: currentPrice ?? merchPrice.currentPrice,
				fullPrice: fullPrice ?? merchPrice.fullPrice,
				discounted: (currentPrice ?? merchPrice.currentPrice) < (fullPrice ?? merchPrice.fullPrice),
			},
		}),
		...(title && { productContent: { ...productContent, title, fullTitle: title } }),
		...(launchView &&
			startEntryDate !== undefined && { launchView: { ...launchView, startEntryDate: startEntryDate ?? '' } }),
		...(levels && !product.availableSkus && { availableGtins: withLevels(product.availableGtins) }),
	};
}
