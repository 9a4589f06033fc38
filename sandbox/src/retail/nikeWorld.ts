import { forMarket, MARKETS, type RecordedProduct, recordedThreads, type Thread } from './catalogue.ts';

/** What can be changed about a product in a marketplace. */
export interface ProductChange {
	status?: string;
	currentPrice?: number;
	fullPrice?: number;
	available?: boolean;
	/** By the size as Nike writes it (`nikeSize`); null takes the size's row away. */
	levels?: Record<string, 'HIGH' | 'MEDIUM' | 'LOW' | 'OOS' | null>;
	title?: string;
	startEntryDate?: string | null;
	commerceStartDate?: string | null;
	gone?: boolean;
}

export type NikeFault =
	| { status: number; body?: unknown; retryAfter?: number }
	| { accessDenied: true }
	| { hang: true }
	| { drop: true }
	| { garbage: true }
	| { reshaped: true }
	| { emptyOk: true };

export interface NikeFaultPlan {
	region: string | null;
	left: number;
	fault: NikeFault;
}

/** The sandbox's Nike: the recorded products in every marketplace, and what was done to them since. */
export class NikeWorld {
	/** By marketplace, then SKU: the threads that show it. */
	#threads = new Map<string, Map<string, Thread[]>>();
	readonly changes = new Map<string, ProductChange>();
	faults: NikeFaultPlan[] = [];
	/** Whether answers carry an ETag; not every retailer's do. */
	etags = true;
	requests: string[] = [];
	requestCount = 0;
	readonly #origin: () => string;
	readonly #rendered = new Map<string, string>();

	constructor(origin: () => string) {
		this.#origin = origin;
		this.#seed();
	}

	reset(): void {
		this.changes.clear();
		this.faults = [];
		this.requests = [];
		this.requestCount = 0;
		this.#rendered.clear();
		this.#seed();
	}

	#seed(): void {
		this.#threads = new Map(Object.keys(MARKETS).map((market) => [market, new Map<string, Thread[]>()]));
		for (const { market: from, thread } of recordedThreads()) {
			// Recorded marketplaces serve their own recordings; the others serve the US ones.
			const markets = from === 'US' ? Object.keys(MARKETS) : [from];
			for (const market of markets) this.#addThread(market, forMarket(thread, from, market));
		}
	}

	#addThread(market: string, thread: Thread): void {
		const bySku = this.#threads.get(market);
		for (const sku of new Set(thread.productInfo.map((product) => product.merchProduct.styleColor))) {
			bySku?.set(sku, [...(bySku.get(sku) ?? []), thread]);
		}
	}

	/** Copies of a recorded product under new SKUs, sharing everything but the number. @returns the SKUs */
	addProducts(count: number, regions: readonly string[], prefix = 'LD'): string[] {
		const skus = Array.from(
			{ length: count },
			(_, index) => `${prefix}${String(index).padStart(4, '0')}-${String(index % 900).padStart(3, '0')}`,
		);
		for (const market of regions) {
			const template = this.#threads.get(market)?.get('CK9246-101')?.[0];
			const product = template?.productInfo.find(({ merchProduct }) => merchProduct.styleColor === 'CK9246-101');
			if (!template || !product) throw new Error(`There is no marketplace ${market}`);
			for (const sku of skus) {
				const merchProduct = { ...product.merchProduct, styleColor: sku };
				this.#addThread(market, { ...template, id: `thread-${sku}`, productInfo: [{ ...product, merchProduct }] });
			}
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

	/** Whether any marketplace sells it. */
	has(sku: string): boolean {
		return [...this.#threads.values()].some((bySku) => bySku.has(sku));
	}

	/** Each thread of these SKUs as JSON, as it stands now. */
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

	/** Everything that a marketplace sells. */
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

	/** A product with what was done to it; undefined when there is none, or it is gone. */
	product(market: string, sku: string): RecordedProduct | undefined {
		const change = this.changes.get(`${market}/${sku}`);
		if (change?.gone) return undefined;
		const product = this.#threads
			.get(market)
			?.get(sku)?.[0]
			?.productInfo.find(({ merchProduct }) => merchProduct.styleColor === sku);
		return product && change ? changed(product, change) : product;
	}

	/** The fault planned for the next request to this marketplace, used up by asking. */
	takeFault(region: string): NikeFault | null {
		const plan = this.faults.find((fault) => fault.region === null || fault.region === region);
		if (!plan) return null;
		if (--plan.left <= 0) this.faults = this.faults.filter((fault) => fault !== plan);
		return plan.fault;
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
		// Pictures cannot be fetched from the real hosts here: the sandbox draws its own.
		const json = JSON.stringify({ ...thread, productInfo }).replace(
			/https:\/\/(?:static|secure-images|images|c\.static-nike)\.?(?:nike)?\.com[^"\\]*/g,
			(address) => `${this.#origin()}/retail/nike/images/${sku}.png?view=${viewOf(address)}`,
		);
		if (single && !this.changes.has(key)) this.#rendered.set(`${key}/${thread.id}`, json);
		return json;
	}
}

/** Different pictures of a product stay different. */
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
