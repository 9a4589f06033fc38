import { type Brand, regionsOfBrand } from '@dropwire/contract';
import { useOwners } from './useOwners.ts';
import { WhyButton } from './WhyButton.tsx';

interface Props {
	brand: Brand;
	sku: string;
	title: string;
	/** The regions in which it was seen. */
	regions: readonly string[];
}

/** *Why?* of a product, for users who get messages about it: through a watch of theirs, a server, or as operators. */
export function WhyOfProduct({ brand, sku, title, regions }: Props) {
	const asked = { brand, sku, regions: regions.length > 0 ? regions : regionsOfBrand(brand) };
	return useOwners(asked).length > 0 && <WhyButton name={title} product={asked} />;
}
