import { IMAGE_BRANDS } from '@dropwire/bff/contract';
import { Chip } from '@mantine/core';
import { useState } from 'react';
import { api } from '../data/client.ts';
import { useUser } from '../shell/Guard.tsx';
import { ImageFinder } from './ImageFinder.tsx';
import type { LookInput } from './Parameters.tsx';

const mirrorTitle = (index: number) => `Mirror #${index + 1}`;
const inputOf = (sku: string, { color, transparent, paddings }: LookInput) => ({
	sku,
	color,
	transparent: String(transparent),
	inputParameters: paddings,
});

/** Search SKU Images: three mirrors; editors and operators crop, pad and download all. */
export function SkuImages() {
	const { roles } = useUser();
	return (
		<ImageFinder
			title="Search SKU Images"
			ask={async (sku, look) => {
				const { data } = await api.skuImage(inputOf(sku, look));
				return data === 'null' ? null : [data.mirror1, data.mirror2, data.mirror3];
			}}
			groupTitle={mirrorTitle}
			format="jpg"
			tools={roles.includes('editor') || roles.includes('admin')}
			background={false}
			openParameters={false}
			rememberLabel="remember crop parameters"
		/>
	);
}

/** The operators' search: four mirrors, colour or transparency. */
export function AdminImages() {
	return (
		<ImageFinder
			title="Search SKU Images"
			ask={async (sku, look) => {
				const { data } = await api.skuImage({ ...inputOf(sku, look), type: 'admin' });
				return data === 'null' ? null : [data.mirror1, data.mirror2, data.mirror3, data.mirror4 ?? []];
			}}
			groupTitle={mirrorTitle}
			format="png"
			tools={false}
			background
			openParameters={false}
			rememberLabel=""
		/>
	);
}

/** The free fetcher: eight brands, for anyone. */
export function FreeImages() {
	const [brand, setBrand] = useState<string>('nike');
	return (
		<ImageFinder
			title="Free image fetcher"
			ask={async (sku, look) => {
				const { data } = await api.skuImageFree({ ...inputOf(sku, look), brand });
				return [data.mirror1];
			}}
			groupTitle={() => 'Image 1'}
			format="jpg"
			tools
			background={false}
			openParameters
			rememberLabel="Auto Save"
			notReady={brand ? null : 'Please select a brand before searching.'}
		>
			<Chip.Group value={brand} onChange={(value) => setBrand(value)}>
				<div className="chips" role="radiogroup" aria-label="Brand">
					{IMAGE_BRANDS.map((name) => (
						<Chip key={name} value={name} variant="outline">
							{name}
						</Chip>
					))}
				</div>
			</Chip.Group>
		</ImageFinder>
	);
}
