import { type Brand, BRANDS, LIMITS, PRODUCT_BRANDS, type Region, REGION_NAMES, REGIONS } from '@dropwire/contract';
import { NativeSelect, TextInput } from '@mantine/core';

/** What a tool asks about one product. */
export interface AskedProduct {
	sku: string;
	brand: Brand;
	region: Region;
}

/** The product of an address, as far as it names one. */
export function productIn(query: URLSearchParams): AskedProduct {
	return {
		sku: query.get('sku') ?? '',
		brand: PRODUCT_BRANDS.find((one) => one === query.get('brand')) ?? 'NIKE',
		region: REGIONS.find((one) => one === query.get('region')) ?? 'US',
	};
}

interface Props {
	product: AskedProduct;
	change(product: AskedProduct): void;
}

/** The fields of the tools that ask about one product of one region. */
export function ProductFields({ product, change }: Props) {
	return (
		<>
			<TextInput
				label="SKU"
				required
				maxLength={LIMITS.sku}
				placeholder="CK9246-101"
				value={product.sku}
				onChange={(event) => change({ ...product, sku: event.currentTarget.value })}
			/>
			<NativeSelect
				label="Brand"
				data={PRODUCT_BRANDS.map((value) => ({ value, label: BRANDS[value].name }))}
				value={product.brand}
				onChange={({ currentTarget: { value } }) =>
					change({ ...product, brand: PRODUCT_BRANDS.find((one) => one === value) ?? product.brand })
				}
			/>
			<NativeSelect
				label="Region"
				data={REGIONS.map((value) => ({ value, label: REGION_NAMES[value] }))}
				value={product.region}
				onChange={({ currentTarget: { value } }) =>
					change({ ...product, region: REGIONS.find((one) => one === value) ?? product.region })
				}
			/>
		</>
	);
}
