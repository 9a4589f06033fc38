import { stockOf } from '@dropwire/domain';
import { z } from 'zod';
import { absoluteUrl, amount, lenient, plainText, readAs } from '../fields.ts';
import { priceOf } from '../money.ts';
import {
	isRefused,
	refuse,
	type ShopReading,
	shopReading,
	type ShopRefusal,
	type ShopSize,
	soldAs,
} from '../reading.ts';
import { nextDataIn } from './nextData.ts';

/**
 * The data in Nike's product pages (`__NEXT_DATA__`), which those of refurbished products are likely to have too. KNOWN
 * ONLY FROM CODE that parses it (five public projects, 2025 and 2026); no page is recorded. Each guess is one line.
 */
const GUESS = {
	/** A size's `status`; another word (`RESERVED_FOR_LAUNCH` exists) is unknown. */
	status: new Map([
		['ACTIVE', true],
		['AVAILABLE', true],
		['IN_STOCK', true],
		['INACTIVE', false],
		['OOS', false],
		['OUT_OF_STOCK', false],
		['SOLD_OUT', false],
		['UNAVAILABLE', false],
	]),
	/** In `statusModifier` or `featuredAttributes`: the product cannot be ordered, whatever its sizes say. */
	notForSale: [
		[/COMING_SOON|NOTIFY_ME|NOT_YET_AVAILABLE|UPCOMING/, 'preview'],
		[/OUT_OF_STOCK|SOLD_OUT|UNAVAILABLE/, 'out'],
		[/PRE_?ORDER/, 'preorder'],
	] as const,
	/** The label in the region's notation, with its prefix: `EU` and `42.5`. */
	label: ({ localizedLabel, localizedLabelPrefix: prefix, label }: Size) =>
		localizedLabel && prefix && !localizedLabel.startsWith(prefix)
			? `${prefix} ${localizedLabel}`
			: (localizedLabel ?? label),
};

const Size = z.object({
	label: lenient(z.string()),
	localizedLabel: lenient(z.string()),
	localizedLabelPrefix: lenient(z.string()),
	status: lenient(z.string()),
	gtins: lenient(z.array(z.object({ gtin: z.string() }))),
});
type Size = z.infer<typeof Size>;
const ImageSide = lenient(z.object({ url: lenient(z.string()) }));
const Image = z.object({ properties: lenient(z.object({ squarish: ImageSide, portrait: ImageSide })) });
const Product = z.object({
	styleColor: lenient(z.string()),
	productInfo: lenient(
		z.object({ fullTitle: lenient(z.string()), title: lenient(z.string()), url: lenient(z.string()) }),
	),
	prices: lenient(z.object({ currency: z.string(), currentPrice: lenient(amount), initialPrice: lenient(amount) })),
	statusModifier: lenient(z.string()),
	featuredAttributes: z.array(z.string()).catch([]),
	contentImages: z.array(Image).catch([]),
	sizes: z.array(Size),
});
type Product = z.infer<typeof Product>;
const Group = z.object({ products: z.record(z.string(), z.unknown()) });
const Page = z.object({
	props: z.object({
		pageProps: z.object({ selectedProduct: z.unknown().optional(), productGroups: z.array(Group).catch([]) }),
	}),
});

export interface NikePageFacts {
	url: string;
	/** The SKU: a page contains other colours too, and can show another one first. */
	styleColor: string;
}

/** Reads one colour in a product's page. */
export function readNikePage(html: string, facts: NikePageFacts): ShopReading | ShopRefusal {
	const data = nextDataIn(html);
	if (isRefused(data)) return data;
	const page = Page.safeParse(data.json).data?.props.pageProps;
	if (!page || (page.selectedProduct === undefined && page.productGroups.length === 0)) {
		return refuse('no_product', 'The page describes no product');
	}
	const grouped = page.productGroups.map(({ products }) => products[facts.styleColor]).find((one) => one !== undefined);
	const product = readAs(Product, grouped ?? page.selectedProduct ?? null, "the data of Nike's product pages");
	if (isRefused(product)) return product;
	const { styleColor = 'another product' } = product.data;
	if (grouped === undefined && styleColor !== facts.styleColor) {
		return refuse('no_product', `The page describes ${styleColor}, not ${facts.styleColor}`);
	}
	return reading(product.data, facts);
}

function reading(product: Product, { url, styleColor }: NikePageFacts): ShopReading {
	const { productInfo: info, prices, contentImages, statusModifier = '', featuredAttributes } = product;
	const image = contentImages[0]?.properties;
	const words = [statusModifier, ...featuredAttributes].join(' ');
	const state = GUESS.notForSale.find(([pattern]) => pattern.test(words))?.[1];
	return shopReading({
		sku: styleColor,
		title: plainText(info?.fullTitle ?? info?.title) ?? styleColor,
		image: absoluteUrl(image?.squarish?.url ?? image?.portrait?.url),
		url: absoluteUrl(info?.url, url) ?? url,
		price: priceOf(prices?.currentPrice, prices?.initialPrice, prices?.currency),
		stock: state && stockOf(state),
		sizes: product.sizes.flatMap((size): ShopSize[] => {
			const label = plainText(GUESS.label(size));
			const available = GUESS.status.get(size.status?.toUpperCase() ?? '') ?? null;
			const [first] = size.gtins ?? [];
			const stock = soldAs(state, { available, level: null, count: null });
			return label ? [{ size: label, ...stock, ...(first && { variantId: first.gtin }) }] : [];
		}),
	});
}
