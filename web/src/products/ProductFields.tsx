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
			<RegionField value={product.region} change={(region) => change({ ...product, region })} />
		</>
	);
}

/** The region that a tool asks about. */
export function RegionField({ value, change }: { value: Region; change(region: Region): void }) {
	return (
		<NativeSelect
			label="Region"
			data={REGIONS.map((one) => ({ value: one, label: REGION_NAMES[one] }))}
			value={value}
			onChange={({ currentTarget }) => change(REGIONS.find((one) => one === currentTarget.value) ?? value)}
		/>
	);
}
