import type { ShopReading } from '../../formats/reading.ts';
import { withCartLink } from '../../formats/nike/withCartLink.ts';
import type { ProductSnapshot } from '../../snapshot/snapshot.ts';

/**
 * The snapshot of a product's page.
 * @param onWall the product on the wall: its price counts if the page has none
 */
export function snapshotOf(page: ShopReading, sku: string, onWall?: ShopReading): ProductSnapshot {
	const { title, color, image, url, available, state, evidence } = page;
	return {
		brand: 'NIKE',
		sku,
		region: 'US',
		title,
		subtitle: null,
		...(color && { color }),
		category: 'REFURBISHED',
		status: null,
		price: page.price ?? onWall?.price ?? null,
		launchAt: null,
		launchMethod: null,
		available,
		...(state && { state }),
		evidence,
		sizes: page.sizes.map((size) => withCartLink(size, url)),
		promoExcluded: false,
		image: image ?? onWall?.image ?? null,
		url,
	};
}
