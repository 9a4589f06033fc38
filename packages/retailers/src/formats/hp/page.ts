import { stockOf } from '@dropwire/domain';
import { z } from 'zod';
import { amount, lenient, plainText, readAs } from '../fields.ts';
import { commentIn, parsedJson } from '../html/scripts.ts';
import { withoutData } from '../html/walls.ts';
import { priceOf } from '../money.ts';
import { isRefused, refuse, type ShopReading, shopReading, type ShopRefusal, soldAs, type Stock } from '../reading.ts';

/**
 * The data of HP's product pages, which `/us-en/shop/app/api/web/graphql/page/…` answers too. KNOWN ONLY FROM CODE that
 * parses it (two public projects, 2024 and 2025); no answer is recorded. Each guess is one line.
 */
const GUESS = {
	/** The element whose comment is the page's data. */
	element: 'data',
	/** The components in the page's data, and in the service's answer. */
	inPage: z.object({ slugInfo: z.object({ components: z.unknown() }) }).transform((page) => page.slugInfo.components),
	inAnswer: z
		.object({ data: z.object({ page: z.object({ pageComponents: z.unknown() }) }) })
		.transform((answer) => answer.data.page.pageComponents),
	/** Out of stock, end of life, and no button: cannot be ordered. In stock with a button: can be. */
	stock: ({ isOOS, eol, hideAddToCart }: Flags): Stock => {
		if (isOOS === true || eol === true || hideAddToCart === true) return stockOf('out');
		return stockOf(isOOS === false && hideAddToCart === false ? 'in_stock' : 'unknown');
	},
	/** What `shipMessage` says about an order that is not sent now. */
	shipping: [
		[/\bpre-?order/i, 'preorder'],
		[/\bback-?order/i, 'backorder'],
		[/\bcoming soon\b/i, 'preview'],
	] as const,
};

interface Flags {
	isOOS?: boolean | undefined;
	eol?: boolean | undefined;
	hideAddToCart?: boolean | undefined;
}

/** HP writes flags as booleans or as text. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

const Components = z.object({
	productInitial: z.object({
		sku: z.string(),
		name: z.string(),
		catentryId: lenient(z.union([z.string(), z.number().transform(String)])),
		shipMessage: lenient(z.string()),
		eol: lenient(flag),
		hideAddToCart: lenient(flag),
	}),
	productInitialPrice: lenient(
		z.object({
			sku: lenient(z.string()),
			regularPrice: lenient(amount),
			salePrice: lenient(amount),
			isOOS: lenient(flag),
		}),
	),
});

export interface HpFacts {
	/** The product's page. */
	url: string;
	/** The currency of the site, which the data does not contain. */
	currency: string;
}

/** Reads the data in a product's page. Configurable products have none: they are `no_product`. */
export function readHpPage(html: string, facts: HpFacts): ShopReading | ShopRefusal {
	const data = commentIn(html, GUESS.element);
	if (data === null) return withoutData(html, "The page contains no data of HP's");
	const page = readAs(GUESS.inPage, parsedJson(data) ?? null, "HP's page data");
	return isRefused(page) ? page : fromComponents(page.data, facts);
}

/** Reads the service's answer. */
export function readHpAnswer(json: unknown, facts: HpFacts): ShopReading | ShopRefusal {
	const answer = readAs(GUESS.inAnswer, json, "HP's page data");
	return isRefused(answer) ? answer : fromComponents(answer.data, facts);
}

function fromComponents(components: unknown, { url, currency }: HpFacts): ShopReading | ShopRefusal {
	if (typeof components === 'object' && components !== null && !('productInitial' in components)) {
		return refuse('no_product', 'The page describes no product with a fixed configuration');
	}
	const read = readAs(Components, components ?? null, "HP's product data");
	if (isRefused(read)) return read;
	const { productInitial: product, productInitialPrice: price } = read.data;
	// The price of another product can be on the page.
	const own = price?.sku === undefined || price.sku === product.sku ? price : undefined;
	const later = GUESS.shipping.find(([words]) => words.test(product.shipMessage ?? ''));
	return shopReading({
		sku: product.sku,
		...(product.catentryId && { offerIds: [product.catentryId] }),
		title: plainText(product.name) ?? product.sku,
		image: null,
		url,
		price: priceOf(own?.salePrice ?? own?.regularPrice, own?.regularPrice, currency),
		stock: soldAs(later?.[1], GUESS.stock({ ...product, isOOS: own?.isOOS })),
		sizes: [],
	});
}
