import '../images/images.css';
import { newSpelling } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ProductFields, productIn } from '../products/ProductFields.tsx';
import { seesProducts } from '../products/seesProducts.ts';
import { AskForRole } from '../requestAccess/AskForRole.tsx';
import { useUser } from '../ui/Guard.tsx';
import { Wall } from '../ui/Wall.tsx';
import { NearField } from './NearField.tsx';
import { ProductStores } from './ProductStores.tsx';
import { STORES_TEXT } from './StoresTab.tsx';
import { StoreTable } from './StoreTable.tsx';

/** What stores nearby have of a product, for premium clients; others see what the screen has, and can ask for it. */
export default function Stores() {
	if (seesProducts(useUser())) return <StoreSearch />;
	return (
		<Wall
			title="In-store stock"
			text={STORES_TEXT}
			has={[
				'Up to 20 stores within 100 km of a city or postal code, nearest first',
				'The stock level of each size in each store',
				'Nike stores in the region that you choose',
			]}
			sample={<StoreTable stores={EXAMPLE} />}
			caption="An example with made-up figures."
		>
			<AskForRole wanted="premium" />
		</Wall>
	);
}

const size = (label: string, level: 'HIGH' | 'LOW' | 'OOS') => ({
	size: label,
	available: level !== 'OOS',
	level,
	count: null,
});
const place = { url: null, checkedAt: 0 };
/** Made up. */
const EXAMPLE = [
	{
		...place,
		id: '1',
		name: 'City store',
		city: 'New York',
		postalCode: '10012',
		distanceKm: 0,
		sizes: [size('8', 'HIGH'), size('9', 'LOW'), size('10', 'OOS')],
	},
	{
		...place,
		id: '2',
		name: 'Factory store',
		city: 'Elizabeth',
		postalCode: '07201',
		distanceKm: 18.4,
		sizes: [size('9', 'HIGH'), size('11', 'LOW')],
	},
	{ ...place, id: '3', name: 'Mall store', city: 'Garden City', postalCode: '11530', distanceKm: 33.1, sizes: [] },
];

/** Searches one product near one place, which the address keeps. */
function StoreSearch() {
	const [query, setQuery] = useSearchParams();
	const asked = { ...productIn(query), near: query.get('near') ?? '' };
	const [fields, setFields] = useState(asked);
	const isComplete = asked.sku !== '' && asked.near !== '';
	function submit(event: FormEvent) {
		event.preventDefault();
		const [sku, near] = [newSpelling(fields.brand, fields.sku.trim()), fields.near.trim()];
		if (sku !== '' && near !== '') setQuery({ ...fields, sku, near }, { replace: isComplete });
	}
	return (
		<>
			<div className="page-head">
				<h1>In-store stock</h1>
			</div>
			<form className="sku-form search-form" onSubmit={submit}>
				<ProductFields product={fields} change={(product) => setFields({ ...fields, ...product })} />
				<NearField value={fields.near} change={(near) => setFields({ ...fields, near })} />
				<Button type="submit" leftSection={<Search size={16} aria-hidden="true" />}>
					Search
				</Button>
			</form>
			{isComplete ? (
				<ProductStores {...asked} />
			) : (
				<p className="empty">Enter a SKU and a city or postal code to see what the stores there have in each size.</p>
			)}
		</>
	);
}
