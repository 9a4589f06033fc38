import { ShopRequests } from '../retail/faults.ts';

/** A listing of the sandbox's eBay. */
export interface EbayItem {
	title: string;
	/** In the main unit, as eBay writes it: `205.00`. */
	price: string;
	currency?: string;
	/** 1000 is new, 3000 used. */
	conditionId?: string;
	aspects?: Readonly<Record<string, string>>;
	/** The marketplace that lists it; EBAY_US if unset. */
	marketplace?: string;
}

/** A local eBay: its listings by SKU, planned faults and the tokens that it has issued. */
export class EbayState {
	readonly requests = new ShopRequests();
	#listings = new Map<string, readonly EbayItem[]>();
	#tokens = new Set<string>();

	/** What a search for the SKU finds. Until it is set, some new pairs around the price of a hyped release. */
	set(sku: string, items: readonly EbayItem[]): void {
		this.#listings.set(sku, items);
	}

	find(sku: string): readonly EbayItem[] {
		return this.#listings.get(sku) ?? (/^[A-Z0-9]{6}-\d{3}$/.test(sku) ? usual(sku) : []);
	}

	newToken(): string {
		const token = `sandbox-ebay-token-${this.#tokens.size + 1}`;
		this.#tokens.add(token);
		return token;
	}

	knows(token: string): boolean {
		return this.#tokens.has(token);
	}

	/** Ends all tokens before they expire. */
	revokeTokens(): void {
		this.#tokens.clear();
	}

	reset(): void {
		this.requests.reset();
		this.#listings.clear();
		this.#tokens.clear();
	}
}

/** Some name the size in the title, one in an aspect, one nowhere; one is used. */
function usual(sku: string): EbayItem[] {
	const base = 180 + ([...sku].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 90);
	const item = (title: string, extra: number, more: Partial<EbayItem> = {}): EbayItem => ({
		title,
		price: (base + extra).toFixed(2),
		...more,
	});
	return [
		item(`Nike ${sku} DS Size 8.5`, 0),
		item(`${sku} Nike Men's 9 New In Box`, 14.5),
		item(`Nike ${sku} US 9`, 22),
		item(`Nike ${sku} brand new`, 31, { aspects: { 'US Shoe Size': '10', 'Style Code': sku } }),
		item(`Nike ${sku} Size 10.5 fast shipping`, 8),
		item(`Nike ${sku} with receipt`, 3),
		item(`Nike ${sku} Size 9 worn twice`, -90, { conditionId: '3000' }),
	];
}
