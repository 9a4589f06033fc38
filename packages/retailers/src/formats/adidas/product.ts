import { z } from 'zod';
import { lenient } from '../fields.ts';
import { parsedJson } from '../html/scripts.ts';
import { insteadOfJson } from '../html/walls.ts';
import { refuse, type ShopRefusal } from '../reading.ts';

/** `/api/products/{sku}`: only the fields that we use. Only `id` and `name` are required. */
const Product = z.object({
	id: z.string(),
	name: z.string(),
	meta_data: lenient(z.object({ canonical: lenient(z.string()) })),
	view_list: lenient(z.array(z.object({ image_url: lenient(z.string()) }))),
	pricing_information: lenient(z.object({ currentPrice: lenient(z.number()), standard_price: lenient(z.number()) })),
	attribute_list: lenient(
		z.object({
			color: lenient(z.string()),
			is_orderable: lenient(z.boolean()),
			isWaitingRoomProduct: lenient(z.boolean()),
			isInPreview: lenient(z.boolean()),
		}),
	),
	product_description: lenient(
		z.object({ title: lenient(z.string()), subtitle: lenient(z.string()), text: lenient(z.string()) }),
	),
});
export type AdidasProduct = z.infer<typeof Product>;

/** `/api/products/{sku}/availability`. */
const Availability = z.object({
	id: z.string(),
	/** `IN_STOCK`, `NOT_AVAILABLE` or `PREVIEW`. */
	availability_status: z.string(),
	variation_list: z.array(
		z.object({ size: z.string(), availability: z.number().int(), availability_status: z.string() }),
	),
});
export type AdidasAvailability = z.infer<typeof Availability>;

/** Reads the product from an answer; refused for a bot wall's page, a changed format, or another product. */
export function readAdidasProduct(text: string, { sku }: { sku: string }): AdidasProduct | ShopRefusal {
	return about(sku, Product, text, 'product');
}

/** Reads the availability from an answer; refused in the same cases as `readAdidasProduct`. */
export function readAdidasAvailability(text: string, { sku }: { sku: string }): AdidasAvailability | ShopRefusal {
	return about(sku, Availability, text, 'availability');
}

function about<T extends { id: string }>(sku: string, schema: z.ZodType<T>, text: string, part: string) {
	const json = parsedJson(text);
	if (json === undefined) return insteadOfJson(text, `adidas answered with a page instead of its ${part} JSON`);
	const { data } = schema.safeParse(json);
	if (data?.id.toUpperCase() === sku.toUpperCase()) return data;
	return refuse('unreadable', `adidas answered with something other than its ${part} JSON`);
}

/** The URLs of a product's photos, in the shop's order, without videos. */
export function imagesOf({ view_list: views = [] }: AdidasProduct): string[] {
	return views.flatMap(({ image_url: url }) => (url?.includes('/images/') ? [url] : []));
}
