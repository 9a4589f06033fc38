import { z } from 'zod';
import { absoluteUrl, amount, id, lenient, momentOf, plainText, readAs } from '../fields.ts';
import { priceOf } from '../money.ts';
import {
	isRefused,
	refuse,
	type ShopReading,
	shopReading,
	type ShopRefusal,
	type ShopSize,
	soldAs,
	type Stock,
} from '../reading.ts';

/**
 * `Wishlist-GetProduct?pid=` and `Product-Variation?pid=` of New Balance and other shops on Salesforce Commerce Cloud
 * (SFCC). KNOWN ONLY FROM CODE that parses it (four public monitors, 2020 to 2023); no answer is recorded. Each guess is
 * one line.
 */
const GUESS = {
	/** The attribute of the sizes, by `attributeId` or `id`. */
	sizeAttribute: 'size',
	/** `selectable` of a size: it can be ordered. */
	available: (selectable: boolean | undefined) => selectable ?? null,
	/** How a product can be ordered that is not in stock: `availability.status`, or all of its messages. */
	state: ({ status = '', messages = [] }: Availability) =>
		GUESS.states.find(
			([words]) => words.test(status) || (messages.length > 0 && messages.every((one) => words.test(one))),
		)?.[1],
	states: [
		[/\bPRE[-_ ]?ORDER/i, 'preorder'],
		[/\bBACK[-_ ]?ORDER/i, 'backorder'],
	] as const,
	/** Groups of `images`, best first. */
	imageGroups: ['productDetail', 'hi-res', 'large', 'medium'],
	/** Address of an image, best first. */
	imageAddresses: ['absURL', 'url', 'src'],
	/** The stock in `availability.ATS` is that of the selected size. */
	isCounted: (size: { selected?: boolean | undefined }) => size.selected === true,
	/** `sellableFrom` is the start of the sale as a date; null once it is on sale. */
	launchAt: momentOf,
};

const Value = z.object({
	displayValue: lenient(id),
	value: lenient(id),
	selectable: lenient(z.boolean()),
	selected: lenient(z.boolean()),
	productID: lenient(id),
});
const Attribute = z.object({
	attributeId: lenient(z.string()),
	id: lenient(z.string()),
	values: lenient(z.array(Value)),
});
const Availability = z.object({
	ATS: lenient(z.number().int().nonnegative()),
	status: lenient(z.string()),
	messages: lenient(z.array(z.string())),
});
type Availability = z.infer<typeof Availability>;
const Money = z.object({ value: lenient(amount), currency: lenient(z.string()) });
const Product = z.object({
	id: lenient(id),
	productName: z.string(),
	price: lenient(z.object({ sales: lenient(Money), list: lenient(Money) })),
	available: lenient(z.boolean()),
	availability: lenient(Availability),
	sellableFrom: lenient(z.string().nullable()),
	images: z.record(z.string(), z.array(z.record(z.string(), z.unknown())).catch([])).catch({}),
	selectedProductUrl: lenient(z.string()),
	variationAttributes: lenient(z.array(Attribute).nullable()),
});
type Product = z.infer<typeof Product>;

export interface SfccFacts {
	/** The requested style. */
	sku: string;
	/** The product's page. */
	url: string;
	/** The shop's currency, where the answer has none. */
	currency: string | null;
}

/** Reads a product and its sizes. */
export function readSfccProduct(json: unknown, { sku, url, currency }: SfccFacts): ShopReading | ShopRefusal {
	if (z.object({ product: z.null() }).safeParse(json).success)
		return refuse('no_product', `The shop has no product ${sku}`);
	const answer = readAs(z.object({ product: Product }), json, "the shop's product JSON");
	if (isRefused(answer)) return answer;
	const { product } = answer.data;
	const { sales, list } = product.price ?? {};
	const state = GUESS.state(product.availability ?? {});
	const sizes = sizesIn(product).map((size) => soldAs(state, size));
	const own: Stock | undefined = product.available === undefined ? undefined : { available: product.available };
	return shopReading({
		sku,
		title: plainText(product.productName) ?? sku,
		image: absoluteUrl(imageIn(product), url),
		url: absoluteUrl(product.selectedProductUrl, url) ?? url,
		price: priceOf(sales?.value, list?.value, sales?.currency ?? currency),
		stock: own && soldAs(state, own),
		sizes,
		launchAt: GUESS.launchAt(product.sellableFrom),
	});
}

function sizesIn({ variationAttributes, availability }: Product): ShopSize[] {
	const attribute = variationAttributes?.find((one) => (one.attributeId ?? one.id) === GUESS.sizeAttribute);
	return (attribute?.values ?? []).flatMap((value): ShopSize[] => {
		const size = plainText(value.displayValue ?? value.value);
		const count = GUESS.isCounted(value) ? (availability?.ATS ?? null) : null;
		const variant = value.productID && { variantId: value.productID };
		return size === null
			? []
			: [{ size, available: GUESS.available(value.selectable), level: null, count, ...variant }];
	});
}

function imageIn({ images }: Product): string | null {
	const [image] = GUESS.imageGroups.flatMap((group) => images[group] ?? []);
	const address = GUESS.imageAddresses.map((name) => image?.[name]).find((text) => typeof text === 'string');
	return address ?? null;
}
