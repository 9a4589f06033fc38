import { ADIDAS_LIST } from '@dropwire/bff/contract';
import type { ComponentType, ReactNode } from 'react';
import { SkuForm } from '../watchlists/SkuForm.tsx';
import { BRAND_SCREENS, type BrandId, type BrandScreen } from './brands.ts';
import { Manager } from './Manager.tsx';

/** Forms that stand over a brand's webhooks. */
const ABOVE: Partial<Record<BrandId, ReactNode>> = {
	adidas: (
		<section className="card">
			<SkuForm title="Enter the SKU (Adidas Hot #1)" lists={[{ list: ADIDAS_LIST, name: 'Adidas Hot #1' }]} />
		</section>
	),
};

/** The screen of a brand by its content id. */
export function brandScreen(id: BrandId): ComponentType {
	const screen = BRAND_SCREENS.find((one) => one.id === id) as BrandScreen;
	return () => <Manager screen={screen} above={ABOVE[id]} />;
}
