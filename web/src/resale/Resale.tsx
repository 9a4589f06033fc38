import '../images/images.css';
import './resale.css';
import { BRANDS, LIMITS, PRODUCT_BRANDS, REGION_NAMES, REGIONS } from '@dropwire/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { seesProducts } from '../products/seesProducts.ts';
import { AskForRole } from '../requestAccess/AskForRole.tsx';
import { useUser } from '../ui/Guard.tsx';
import { Wall } from '../ui/Wall.tsx';
import { ExamplePayouts } from './ExamplePayouts.tsx';
import { ProductResale } from './ProductResale.tsx';

/** The resale prices of a product, for premium clients; others see what the screen has, and can ask for it. */
export default function Resale() {
	if (seesProducts(useUser())) return <ResaleSearch />;
	return (
		<Wall
			title="Resale"
			text="Compares what resale markets pay for a product, size by size. It needs Premium."
			has={[
				'Asks and bids per size, from eBay and from external monitors',
				'What each market pays after its fees',
				'The profit against the full price in your region',
			]}
			sample={<ExamplePayouts />}
			caption="An example with made-up figures."
		>
			<AskForRole wanted="premium" />
			<p>
				<a className="resale-link" href="/payout">
					The payout calculator
				</a>{' '}
				is free.
			</p>
		</Wall>
	);
}

/** Searches one product, which the address keeps. */
function ResaleSearch() {
	const [query, setQuery] = useSearchParams();
	const asked = {
		sku: query.get('sku') ?? '',
		brand: PRODUCT_BRANDS.find((one) => one === query.get('brand')) ?? 'NIKE',
		region: REGIONS.find((one) => one === query.get('region')) ?? 'US',
	};
	const [fields, setFields] = useState(asked);
	function submit(event: FormEvent) {
		event.preventDefault();
		const sku = fields.sku.trim().toUpperCase();
		if (sku !== '') setQuery({ ...fields, sku }, { replace: asked.sku !== '' });
	}
	return (
		<>
			<div className="page-head">
				<h1>Resale</h1>
				<a className="resale-link" href="/payout">
					Payout calculator
				</a>
			</div>
			<form className="sku-form search-form" onSubmit={submit}>
				<TextInput
					label="SKU"
					required
					maxLength={LIMITS.sku}
					placeholder="CK9246-101"
					value={fields.sku}
					onChange={(event) => setFields({ ...fields, sku: event.currentTarget.value })}
				/>
				<NativeSelect
					label="Brand"
					data={PRODUCT_BRANDS.map((value) => ({ value, label: BRANDS[value].name }))}
					value={fields.brand}
					onChange={({ currentTarget: { value } }) =>
						setFields({ ...fields, brand: PRODUCT_BRANDS.find((one) => one === value) ?? fields.brand })
					}
				/>
				<NativeSelect
					label="Region"
					data={REGIONS.map((value) => ({ value, label: REGION_NAMES[value] }))}
					value={fields.region}
					onChange={({ currentTarget: { value } }) =>
						setFields({ ...fields, region: REGIONS.find((one) => one === value) ?? fields.region })
					}
				/>
				<Button type="submit" leftSection={<Search size={16} aria-hidden="true" />}>
					Compare
				</Button>
			</form>
			{asked.sku === '' ? (
				<p className="empty">Enter a SKU to see what each market pays for it in every size.</p>
			) : (
				<ProductResale {...asked} />
			)}
		</>
	);
}
