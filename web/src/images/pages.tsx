import '../theme/pickers.ts';
import { IMAGE_BRAND_NAMES, IMAGE_BRANDS, type ImageBrand } from '@dropwire/contract';
import { Chip } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useUser } from '../ui/Guard.tsx';
import { JustChanged } from '../events/JustChanged.tsx';
import { ImageFinder } from './ImageFinder.tsx';
import { DEFAULT_COLOR, type ImageOptions } from './look.ts';

const inputOf = (sku: string, { color, transparent, paddings }: ImageOptions) => ({
	sku,
	color: color ?? DEFAULT_COLOR,
	transparent: String(transparent),
	inputParameters: paddings,
});

/** Search SKU Images: three mirrors. Editors and operators can crop, set paddings, and download all images. */
export function SkuImages() {
	const { roles } = useUser();
	return (
		<ImageFinder
			title="Search SKU Images"
			brand="nike"
			search={async (sku, options) => {
				const { data, ...answer } = await api.skuImage(inputOf(sku, options));
				return { ...answer, mirrors: data === 'null' ? [] : [data.mirror1, data.mirror2, data.mirror3] };
			}}
			format="jpg"
			tools={roles.includes('editor') || roles.includes('admin')}
			rememberLabel="remember crop parameters"
			renderBefore={(search) => <JustChanged choose={search} />}
		/>
	);
}

/** The operators' search: four mirrors, with background color or transparency. */
export function AdminImages() {
	return (
		<ImageFinder
			title="Search SKU Images"
			brand="nike"
			search={async (sku, options) => {
				const { data, ...answer } = await api.skuImage({ ...inputOf(sku, options), type: 'admin' });
				if (data === 'null') return { ...answer, mirrors: [] };
				return { ...answer, mirrors: [data.mirror1, data.mirror2, data.mirror3, data.mirror4 ?? []] };
			}}
			format="png"
			tools={false}
			rememberLabel=""
			renderBefore={(search) => <JustChanged choose={search} />}
		/>
	);
}

/** The free image fetcher: eight brands, without sign-in. */
export function FreeImages() {
	const [brand, setBrand] = useState<ImageBrand | null>('nike');
	return (
		<ImageFinder
			title="Free image fetcher"
			brand={brand ?? 'nike'}
			search={async (sku, options) => {
				const { data, ...answer } = await api.skuImageFree({ ...inputOf(sku, options), brand: brand ?? 'nike' });
				return { ...answer, mirrors: [data.mirror1] };
			}}
			format="jpg"
			tools
			rememberLabel="Auto Save"
			notReady={brand ? null : 'Please select a brand before searching.'}
		>
			<Chip.Group value={brand} onChange={(value) => setBrand(value)}>
				<div className="chips" role="radiogroup" aria-label="Brand">
					{IMAGE_BRANDS.map((name) => (
						<Chip key={name} name="brand" value={name} variant="outline">
							{IMAGE_BRAND_NAMES[name]}
						</Chip>
					))}
				</div>
			</Chip.Group>
		</ImageFinder>
	);
}
