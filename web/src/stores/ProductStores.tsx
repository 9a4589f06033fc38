import '../products/products.css';
import { type Brand, EVIDENCE_NAMES, type Region, REGION_NAMES } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';
import { StoreTable } from './StoreTable.tsx';

interface Props {
	brand: Brand;
	sku: string;
	region: Region;
	/** A city or postal code. */
	near: string;
}

/** What the stores near a place have of a product. */
export function ProductStores({ brand, sku, region, near }: Props) {
	const call = useCall(
		'storeStock',
		{ brand, sku, region, near },
		// The server asks the shop once in five minutes, and counts the calls of a person.
		{ keepPreviousData: false, revalidateOnFocus: false },
	);
	return (
		<div className="product-result">
			<Loaded call={call} rows={6}>
				{({ data }) => (
					<section className="card" aria-labelledby="stores">
						<h2 id="stores">
							Stores near {near} with <span className="mono">{sku}</span>
						</h2>
						{data === null && <p className="empty">The shop does not sell this SKU in {REGION_NAMES[region]}.</p>}
						{data && data.stores.length === 0 && data.failed.length === 0 && (
							<p className="empty">
								No store in {REGION_NAMES[region]} has this city or postal code. Try a larger city nearby.
							</p>
						)}
						{data && data.stores.length > 0 && (
							<>
								<p className="dim">
									{counted(data.stores.length, 'store')}, {EVIDENCE_NAMES[data.evidence]}. A size that is not listed is
									unknown.
								</p>
								<StoreTable stores={data.stores} />
							</>
						)}
						{data && data.failed.length > 0 && (
							<div className="state failed" role="alert">
								{counted(data.failed.length, 'store')} did not answer:{' '}
								{data.failed.map(({ name, reason }) => `${name} (${reason})`).join(', ')}
							</div>
						)}
					</section>
				)}
			</Loaded>
		</div>
	);
}
