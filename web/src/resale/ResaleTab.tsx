import '../images/images.css';
import './resale.css';
import type { Brand, Region } from '@dropwire/contract';
import { RegionField } from '../products/ProductFields.tsx';
import { seesProducts } from '../products/seesProducts.ts';
import { Locked } from '../requestAccess/Locked.tsx';
import { useUser } from '../ui/Guard.tsx';
import { ProductResale } from './ProductResale.tsx';

export const RESALE_TEXT = 'Compares what resale markets pay for a product, size by size. It needs Premium.';

interface Props {
	brand: Brand;
	sku: string;
	region: Region;
	change(region: Region): void;
}

/** What each market pays for one product, for premium clients; the calculator is for everybody. */
export function ResaleTab({ brand, sku, region, change }: Props) {
	const isPremium = seesProducts(useUser());
	return (
		<>
			{isPremium ? (
				<>
					<div className="sku-form search-form">
						<RegionField value={region} change={change} />
					</div>
					<ProductResale brand={brand} sku={sku} region={region} />
				</>
			) : (
				<Locked text={RESALE_TEXT} wanted="premium" />
			)}
			<p>
				<a className="resale-link" href="/payout">
					The payout calculator
				</a>{' '}
				is free.
			</p>
		</>
	);
}
