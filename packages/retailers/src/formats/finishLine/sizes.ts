import { stockOf } from '@dropwire/domain';
import { z } from 'zod';
import { id, lenient, readAs } from '../fields.ts';
import { isRefused, refuse, renewed, type ShopReading, type ShopRefusal, type ShopSize, soldAs } from '../reading.ts';
import { type FinishLineIds, skuOf } from './link.ts';

/**
 * `/store/browse/json/productSizesJson.jsp` of JD Sports (US) and Finish Line. KNOWN ONLY FROM CODE that parses it (eight
 * public monitors, 2019 to 2022); no answer is recorded. Each guess is one line.
 */
const GUESS = {
	/** Between style and colour in `productId`: both occur in the monitors. */
	separators: ['-', '_'],
	/** `sizeClass` of a size that can be ordered, and of one that cannot; other words are unknown. */
	classes: new Map<string | undefined, boolean>([
		['', true],
		['unavailable', false],
	]),
	/** `stockLevel` is the base64 of the count in decimal digits: `MTI=` is 12. */
	decode: (level: string) => Buffer.from(level, 'base64').toString('latin1'),
	/** The last row is a dummy; it has no `sizeValue`. */
	isDummy: (sizeValue: string | undefined) => !sizeValue?.trim(),
};

const Row = z.object({
	productId: lenient(id),
	sizeValue: lenient(id),
	sizeClass: lenient(z.string()),
	stockLevel: lenient(z.string()),
});
const Answer = z.object({ productSizes: z.array(Row) });

/**
 * Reads the sizes of one colour. An answer without rows of the colour gives no sizes: whether it is sold out or not
 * loaded yet is unknown.
 */
export function readFinishLineSizes(json: unknown, ids: FinishLineIds): ShopSize[] | ShopRefusal {
	const answer = readAs(Answer, json, "the shop's sizes JSON");
	if (isRefused(answer)) return answer;
	const names = GUESS.separators.map((separator) => `${ids.styleId}${separator}${ids.colorId}`.toUpperCase());
	const rows = answer.data.productSizes.filter(({ sizeValue }) => !GUESS.isDummy(sizeValue));
	if (
		rows.some(({ productId }) => productId === undefined) ||
		(rows.length === 0 && answer.data.productSizes.length > 1)
	) {
		return refuse('unreadable', 'The rows of the sizes JSON have no productId or no sizeValue');
	}
	const own = rows.filter(({ productId }) => names.includes(productId?.toUpperCase() ?? ''));
	const counts = own.map(({ stockLevel }) => GUESS.decode(stockLevel ?? ''));
	const strange = own.findIndex((_, index) => !/^\d{1,6}$/.test(counts[index] ?? ''));
	if (strange >= 0)
		return refuse('unreadable', `stockLevel "${own[strange]?.stockLevel?.slice(0, 40)}" is not a count in base64`);
	return own.map(({ sizeValue = '', sizeClass }, index) => {
		const count = Number(counts[index]);
		const listed = GUESS.classes.get(sizeClass?.trim()) ?? null;
		return { size: sizeValue.trim(), available: listed === true ? count > 0 : listed, level: null, count };
	});
}

/** A product's page or recommendation, with its sizes. */
export function withFinishLineSizes(product: ShopReading, sizes: ShopSize[], ids: FinishLineIds): ShopReading {
	return renewed(product, {
		sku: skuOf(ids),
		// The page says that all of them are sold before their release, or in stores only.
		sizes: sizes.map((size) => soldAs(product.state, size)),
		...(sizes.length === 0 && { stock: stockOf('unknown') }),
	});
}
