import type { ProductEntry } from '../../snapshot/snapshot.ts';
import { type AdidasProduct, imagesOf } from '../../formats/adidas/product.ts';
import type { Site } from './sites.ts';

/** A product in the format of the product query. */
export function productEntry(product: AdidasProduct, { currency }: Site): ProductEntry {
	const { currentPrice: price = null, standard_price: full = null } = product.pricing_information ?? {};
	const { title = '', subtitle = '', text = '' } = product.product_description ?? {};
	return {
		id: product.id,
		title: product.name,
		styleColor: product.id,
		subtitle,
		commerceStartDate: '',
		price,
		currency: price === null ? '' : currency,
		discounted: price !== null && full !== null && price < full,
		isPromoExclusionMessage: false,
		colorDescription: product.attribute_list?.color ?? '',
		slug: '',
		descriptionHeading: title,
		description: text,
		images: imagesOf(product),
	};
}
