import { BRAND_SCREENS, type BrandScreen } from '@dropwire/contract';
import type { ComponentType } from 'react';
import { SkuForm } from '../watchlists/SkuForm.tsx';
import { Manager } from './Manager.tsx';

/** The screen of the content id of a brand's screen. */
export function brandScreen(id: string): ComponentType {
	const screen = BRAND_SCREENS.find((one) => one.id === id) as BrandScreen;
	const { skuForm } = screen;
	const above = skuForm && (
		<section className="card">
			<SkuForm title={skuForm.title} lists={[skuForm]} />
		</section>
	);
	return () => <Manager screen={screen} above={above} />;
}
