import { stockOf } from '@dropwire/domain';
import { z } from 'zod';
import { absoluteUrl, amount, lenient, plainText, readAs } from '../fields.ts';
import { priceOf } from '../money.ts';
import { isRefused, refuse, type ShopReading, shopReading, type ShopRefusal } from '../reading.ts';
import { nextDataIn } from './nextData.ts';

/**
 * Nike's product wall (categories and search): the answers of `/discover/product_wall/v1/…`, and the same data in the
 * wall's first page. KNOWN ONLY FROM CODE that parses it (over ten public projects, the newest of 2026); no answer is
 * recorded. Each guess is one line.
 */
const GUESS = {
	/** The wall in a page's `__NEXT_DATA__`. */
	inPage: z
		.object({ props: z.object({ pageProps: z.object({ initialState: z.object({ Wall: z.unknown() }) }) }) })
		.transform((page) => page.props.pageProps.initialState.Wall),
	/** A path, empty at the end: `pages` in an answer, `pageData` in a page. */
	next: (wall: Wall) => (wall.pages ?? wall.pageData)?.next || null,
	/** Where Nike sends searches for the names of its lines (`jordan`), instead of products. */
	redirect: (wall: Wall) => wall.analyzer?.action?.redirectUrl || null,
};

const Product = z.object({
	productCode: z.string().min(1),
	copy: lenient(z.object({ title: lenient(z.string()), subTitle: lenient(z.string()) })),
	prices: lenient(z.object({ currency: z.string(), currentPrice: lenient(amount), initialPrice: lenient(amount) })),
	pdpUrl: lenient(z.object({ url: lenient(z.string()), path: lenient(z.string()) })),
	colorwayImages: lenient(z.object({ squarishURL: lenient(z.string()), portraitURL: lenient(z.string()) })),
});
const Next = lenient(z.object({ next: lenient(z.string()) }));
const Wall = z.object({
	// A grouping has all colours of a product, each with its own SKU.
	productGroupings: z.array(z.object({ products: z.array(Product).nullable() })).nullable(),
	pages: Next,
	pageData: Next,
	analyzer: lenient(z.object({ action: lenient(z.object({ redirectUrl: lenient(z.string()) })) })),
});
type Wall = z.infer<typeof Wall>;
/** Nike answers 200 with this when a request lacks the header with the caller's ID. */
const Failure = z.object({ errors: z.array(z.object({ code: z.string() })).min(1) });

export interface NikeWall {
	/** Without stock: that a list shows a product is no evidence. */
	products: ShopReading[];
	/** The path of the next page; null at the end. */
	next: string | null;
	/** The path of the website's wall that replaces this one, which then has no products; null without one. */
	redirect: string | null;
}

/** @param site Nike's website, for relative links */
export function readNikeWall(json: unknown, site: string): NikeWall | ShopRefusal {
	const failure = Failure.safeParse(json).data;
	if (failure) return refuse('unreadable', `Nike answered ${failure.errors[0]?.code.slice(0, 80)}`);
	const answer = readAs(Wall, json, "Nike's product wall");
	if (isRefused(answer)) return answer;
	const { productGroupings: groupings } = answer.data;
	const target = absoluteUrl(GUESS.redirect(answer.data), site);
	if (groupings === null && target === null) return refuse('unreadable', "The answer is not Nike's product wall");
	const all = (groupings ?? []).flatMap(({ products }) => products ?? []);
	const products = all.map((product) => reading(product, site));
	return {
		products: [...new Map(products.map((product) => [product.sku, product])).values()],
		next: GUESS.next(answer.data),
		redirect: target && new URL(target).pathname + new URL(target).search,
	};
}

/** Reads the wall in a page. */
export function readNikeWallPage(html: string, site: string): NikeWall | ShopRefusal {
	const data = nextDataIn(html);
	if (isRefused(data)) return data;
	const wall = GUESS.inPage.safeParse(data.json);
	return wall.success ? readNikeWall(wall.data, site) : refuse('no_product', 'The page has no product wall');
}

function reading(
	{ productCode: sku, copy, prices, pdpUrl, colorwayImages: images }: z.infer<typeof Product>,
	site: string,
) {
	return shopReading({
		sku,
		title: plainText(copy?.title) ?? sku,
		image: absoluteUrl(images?.squarishURL ?? images?.portraitURL),
		url: absoluteUrl(pdpUrl?.url ?? pdpUrl?.path, site),
		price: priceOf(prices?.currentPrice, prices?.initialPrice, prices?.currency),
		stock: stockOf('unknown'),
		sizes: [],
	});
}
