import { BRAND_SCREENS, type BrandScreen } from '@dropwire/contract';
import type { ComponentType } from 'react';
import { AddEntries } from '../watchlists/AddEntries.tsx';
import { MONITOR_TIMING } from '../watchlists/useChangeEntries.ts';
import { Manager } from './Manager.tsx';

/** The screen of the content id of a brand's screen. */
export function brandScreen(id: string): ComponentType {
	const screen = BRAND_SCREENS.find((one) => one.id === id) as BrandScreen;
	const { skuForm } = screen;
	const above = skuForm && (
		<section className="card">
			<AddEntries fixed targets={[{ name: skuForm.name, lists: [skuForm.list] }]} timing={MONITOR_TIMING} />
		</section>
	);
	return () => <Manager screen={screen} above={above} />;
}
