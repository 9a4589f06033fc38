import { ShopRequests } from '../faults.ts';
import type { Face, FaceShop } from './face.ts';
import {
	changedProduct,
	completeProduct,
	type NewProduct,
	numberOfSize,
	type ShopChange,
	type ShopProduct,
} from './product.ts';

/** A product as the control API shows it. */
export interface ShopProductView extends ShopProduct {
	/** Its page below the shop's address. */
	path: string;
	gone: boolean | 'redirect';
	/** The shop's number of each size, which carts and answers contain. */
	variants: Record<string, number>;
}

/** What a shop stores between starts. */
export interface KeptShop {
	changes: [string, ShopChange][];
	added: ShopProduct[];
}

/** One shop of the sandbox: its products with the changes applied, its requests and its faults. */
export class SandboxShop implements FaceShop {
	readonly name: string;
	readonly face: Face;
	readonly requests = new ShopRequests();
	/** Newest change, epoch ms, in whole seconds; two changes never have the same. */
	changedAt = Math.floor(Date.now() / 1000) * 1000;
	readonly #seeds: readonly ShopProduct[];
	#added: ShopProduct[] = [];
	readonly #changes = new Map<string, ShopChange>();

	constructor(name: string, face: Face, products: readonly ShopProduct[]) {
		this.name = name;
		this.face = face;
		this.#seeds = products;
	}

	reset(): void {
		this.#changes.clear();
		this.#added = [];
		this.requests.reset();
		this.#touch();
	}

	/** @throws Error if the shop does not have this SKU */
	change(sku: string, change: ShopChange): void {
		if (!this.#all().some((product) => product.sku === sku)) throw new Error(`${this.name} has no ${sku}`);
		const before = this.#changes.get(sku);
		this.#changes.set(sku, { ...before, ...change, counts: { ...before?.counts, ...change.counts } });
		this.#touch();
	}

	/** Lists a new product. @throws Error if the shop has this SKU */
	add(product: NewProduct): void {
		if (this.#all().some(({ sku }) => sku === product.sku)) throw new Error(`${this.name} has ${product.sku} already`);
		this.#added.push(completeProduct(product));
		this.#touch();
	}

	products(): ShopProduct[] {
		const sold = this.#all().filter(({ sku }) => !this.#changes.get(sku)?.gone);
		return sold.map((product) => this.#current(product)).toSorted((a, b) => b.listedAt.localeCompare(a.listedAt));
	}

	statusOf(sku: string): string | undefined {
		return this.#changes.get(sku)?.status;
	}

	/** Whether a page is one of a product that was taken down with a redirect. */
	isMoved(path: string): boolean {
		const moved = this.#all().filter(({ sku }) => this.#changes.get(sku)?.gone === 'redirect');
		return moved.some((product) => this.face.pathOf(this.#current(product)).replace(/\?.*$/, '') === path);
	}

	/** All products, also those that are gone. */
	catalogue(): ShopProductView[] {
		return this.#all().map((product) => {
			const current = this.#current(product);
			const variants = current.sizes.map(({ size }) => [size, numberOfSize(current, size)] as const);
			return {
				...current,
				path: this.face.pathOf(current),
				gone: this.#changes.get(product.sku)?.gone ?? false,
				variants: Object.fromEntries(variants),
			};
		});
	}

	get kept(): KeptShop {
		return { changes: [...this.#changes], added: this.#added };
	}

	restore({ changes, added }: KeptShop): void {
		this.#added = added;
		for (const [sku, change] of changes) this.#changes.set(sku, change);
		this.#touch();
	}

	#all(): ShopProduct[] {
		return [...this.#seeds, ...this.#added];
	}

	#current(product: ShopProduct): ShopProduct {
		return changedProduct(product, this.#changes.get(product.sku) ?? {});
	}

	#touch(): void {
		this.changedAt = Math.max(this.changedAt + 1000, Math.floor(Date.now() / 1000) * 1000);
	}
}
