import {
	type BlockedKind,
	blockedReason,
	type Brand,
	type Region,
	type ShopAdapter,
	type ShopRefusalCode,
	skuFromHandle,
} from '@dropwire/domain';
import { isRefused, type ShopReading, type ShopRefusal, type ShopSize } from '../../formats/reading.ts';
import type { ReadProduct } from '../../shops/adapter.ts';
import { isAbout, isOtherProduct, otherProduct } from '../../shops/identity.ts';
import { isFetchRefusal, type Memory, type Visit } from '../../shops/visit.ts';
import type { Pages } from '../searchPages.ts';
import type { ProductSnapshot, SizeStock } from '../../snapshot/snapshot.ts';
import type { Answer, Blocked, Shown } from '../../snapshot/answer.ts';

/** A product with more sizes is no product that people buy by size. */
const MAX_SIZES = 500;
const LONGEST_TITLE = 256;
const LONGEST_SKU = 64;

/** The kinds of readers' errors. A `gone` product is not blocked. */
const KINDS: Record<Exclude<ShopRefusalCode, 'gone'>, BlockedKind> = {
	wall: 'wall page',
	unreachable: 'unreachable',
	unreadable: 'changed format',
	no_product: 'changed format',
	several_products: 'changed format',
};

/** A product whose page was read before. */
export interface LinkedReading {
	link: string;
	reading: ShopReading;
}

/**
 * Reads the offers of products whose pages were read before, in one request.
 * @returns the products with their offers, by link; those about whose stock the shop says nothing are missing, or null if
 * they are read alone from now on
 */
export type ReadOffers = (
	pages: readonly LinkedReading[],
	visit: Visit,
) => Promise<ReadonlyMap<string, ShopReading | null> | ShopRefusal>;

/** What differs between the sources that read by link. */
export interface LinkShop {
	brand: Brand;
	/** The category of the products' topics. */
	category: string;
	/** Reads new offers of many products; unset for shops that have them on their pages only. */
	offers?: ReadOffers;
	/** How many products like this one have their offers in one request; unset if all products of the source can. */
	together?: (page: LinkedReading, memory: Memory) => number;
	/** Searches the shop with this origin, from a position on; unset for shops that are not searched. */
	search?: (shop: string, keywords: string, visit: Visit, from: string | null) => Promise<Pages<ShopRefusal>>;
}

interface Facts extends Pick<LinkShop, 'brand' | 'category'> {
	region: Region;
	/** The SKU of the list, which is provisional if the link names none. */
	sku: string;
	link: string;
	/** The format in which the link was read first; null before that. From then on, its SKU does not change. */
	adapter: ShopAdapter | null;
}

/** The answer for a product from what was read at its link. */
export function answerOf(result: ReadProduct | ShopRefusal, facts: Facts): Answer {
	if (isRefused(result)) return result.code === 'gone' ? { kind: 'gone' } : blockedBy(result);
	const { adapter, reading } = result;
	const isProvisional = facts.sku === skuFromHandle(facts.link);
	const isSame = isProvisional ? null : isAbout(reading, facts.sku, facts.brand);
	if (isSame === false) return blockedBy(otherProduct(reading, facts.link));
	if (reading.sizes.length > MAX_SIZES) {
		return blockedBy({ code: 'unreadable', message: `The product has ${reading.sizes.length} sizes` });
	}
	const snapshot = snapshotOf(reading, facts);
	const isUnnamed = isSame === null && snapshot.sku === facts.sku;
	return { kind: 'read', snapshot, adapter, ...(isUnnamed && { isUnnamed }) };
}

/** The answer for a product that could not be read. */
export function blockedBy(refused: ShopRefusal): Blocked {
	if (isOtherProduct(refused)) {
		const { shows } = refused;
		return { kind: 'blocked', reason: blockedReason('now shows', wordsOf(shows)), retryAfterMs: null, shows };
	}
	const own = isFetchRefusal(refused) && refused.kind !== 'gone' ? refused : null;
	const kind = own?.kind ?? (refused.code === 'gone' ? 'HTTP status' : KINDS[refused.code]);
	const words = refused.message.replace(/^robots\.txt: /, '');
	return {
		kind: 'blocked',
		reason: blockedReason(kind as BlockedKind, words),
		retryAfterMs: own?.retryAfterMs ?? null,
	};
}

/** The longest part of a title in a reason. */
const LONGEST_NAME = 60;

/** `SKU 3YM57AN#140, "HP Ink Bundle", https://…` */
function wordsOf({ sku, title, url }: Shown): string {
	const name = title.length > LONGEST_NAME ? `${title.slice(0, LONGEST_NAME - 1)}…` : title;
	return [sku && `SKU ${sku}`, name && `"${name}"`, url].filter(Boolean).join(', ') || 'another product';
}

function snapshotOf(reading: ShopReading, { brand, category, region, sku, link, adapter }: Facts): ProductSnapshot {
	const { title, color, price, launchAt = null, available, state, evidence, sizes, image, url } = reading;
	const isProvisional = adapter === null && sku === skuFromHandle(link);
	return {
		brand,
		sku: isProvisional ? (reading.sku?.slice(0, LONGEST_SKU) ?? sku) : sku,
		region,
		title: title.slice(0, LONGEST_TITLE) || sku,
		subtitle: null,
		...(color && { color }),
		category,
		status: null,
		price,
		launchAt,
		launchMethod: null,
		available,
		...(state && { state }),
		evidence,
		sizes: sizes.map(sizeOf),
		promoExcluded: false,
		image,
		url: url ?? link,
	};
}

function sizeOf({ variantId: _variantId, ...size }: ShopSize): SizeStock {
	return size;
}
