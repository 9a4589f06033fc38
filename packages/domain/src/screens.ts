import type { Screen } from './brand.ts';
import { FAMILIES } from './topics.ts';

/** A screen with the families that it shows. */
export interface BrandScreen extends Screen {
	families: typeof FAMILIES;
}

/** The console's screens of the brands, in the order of the menu. */
export const BRAND_SCREENS: readonly BrandScreen[] = [...new Set(FAMILIES.map(({ screen }) => screen))].map(
	(screen) => ({
		...screen,
		families: FAMILIES.filter((entry) => entry.screen === screen),
	}),
);

/** The screen that shows a brand and category; undefined when the brand has no such category. */
export function screenOf(brand: string, category: string): BrandScreen | undefined {
	return BRAND_SCREENS.find(({ families }) =>
		families.some((entry) => entry.brand === brand && entry.category === category),
	);
}
