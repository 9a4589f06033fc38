import { stockOf } from '@dropwire/domain';
import { z } from 'zod';
import { absoluteUrl, amount, lenient, plainText, readAs } from '../fields.ts';
import { priceOf } from '../money.ts';
import { isRefused, refuse, type ShopReading, shopReading, type ShopRefusal } from '../reading.ts';
import { type FinishLineIds, skuOf } from './link.ts';

/**
 * `/store/recommendations/json/productRecommendationsEndecaJson.jsp`: name and price, where the page's own data
 * (`readSchemaOrgPage`) is missing. KNOWN ONLY FROM CODE that parses it (four public monitors, 2020 to 2022); no answer is
 * recorded. Each guess is one line.
 */
const GUESS = {
	/** The first entry is the requested product. */
	index: 0,
	/** `price.nowPrice` is in the main unit, with or without a currency sign. */
	price: z.object({ nowPrice: lenient(amount) }),
};

const Product = z.object({ displayName: z.string(), image: lenient(z.string()), price: lenient(GUESS.price) });
const Answer = z.object({ productsArray: z.array(z.unknown()) });

/** @param facts the product's page, and the shop's currency, which the answer does not contain */
export function readFinishLineProduct(
	json: unknown,
	facts: { url: string; currency: string; ids: FinishLineIds },
): ShopReading | ShopRefusal {
	const answer = readAs(Answer, json, "the shop's product JSON");
	if (isRefused(answer)) return answer;
	const named = answer.data.productsArray[GUESS.index];
	if (named === undefined) return refuse('no_product', 'The answer names no product');
	const product = readAs(Product, named, "the shop's product JSON");
	if (isRefused(product)) return product;
	const { displayName, image, price } = product.data;
	return shopReading({
		sku: skuOf(facts.ids),
		title: plainText(displayName) ?? skuOf(facts.ids),
		image: absoluteUrl(image, facts.url),
		url: facts.url,
		price: priceOf(price?.nowPrice, null, facts.currency),
		stock: stockOf('unknown'),
		sizes: [],
	});
}
