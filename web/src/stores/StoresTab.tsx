import '../images/images.css';
import type { Brand, Region } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { RegionField } from '../products/ProductFields.tsx';
import { seesProducts } from '../products/seesProducts.ts';
import { Locked } from '../requestAccess/Locked.tsx';
import { useUser } from '../ui/Guard.tsx';
import { NearField } from './NearField.tsx';
import { ProductStores } from './ProductStores.tsx';

export const STORES_TEXT = 'Asks the shop what its own stores near you have of a product. It needs Premium.';

interface Place {
	region: Region;
	near: string;
}

interface Props extends Place {
	brand: Brand;
	sku: string;
	change(place: Place): void;
}

/** What the stores near a place have of one product, for premium clients. */
export function StoresTab({ brand, sku, region, near, change }: Props) {
	const [fields, setFields] = useState<Place>({ region, near });
	if (!seesProducts(useUser())) return <Locked text={STORES_TEXT} wanted="premium" />;
	function submit(event: FormEvent) {
		event.preventDefault();
		if (fields.near.trim() !== '') change({ ...fields, near: fields.near.trim() });
	}
	return (
		<>
			<form className="sku-form search-form" onSubmit={submit}>
				<RegionField value={fields.region} change={(value) => setFields({ ...fields, region: value })} />
				<NearField value={fields.near} change={(value) => setFields({ ...fields, near: value })} />
				<Button type="submit" leftSection={<Search size={16} aria-hidden="true" />}>
					Search
				</Button>
			</form>
			{near === '' ? (
				<p className="empty">Enter a city or postal code to see what the stores there have in each size.</p>
			) : (
				<ProductStores brand={brand} sku={sku} region={region} near={near} />
			)}
		</>
	);
}
