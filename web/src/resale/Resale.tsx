import '../images/images.css';
import './resale.css';
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
import { ExamplePayouts } from './ExamplePayouts.tsx';
import { ProductResale } from './ProductResale.tsx';
import { RESALE_TEXT } from './ResaleTab.tsx';

/** The resale prices of a product, for premium clients; others see what the screen has, and can ask for it. */
export default function Resale() {
	if (seesProducts(useUser())) return <ResaleSearch />;
	return (
		<Wall
			title="Resale"
			text={RESALE_TEXT}
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
	const asked = productIn(query);
	const [fields, setFields] = useState(asked);
	function submit(event: FormEvent) {
		event.preventDefault();
		const sku = newSpelling(fields.brand, fields.sku.trim());
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
				<ProductFields product={fields} change={setFields} />
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
