import type { BrandScreen } from '@dropwire/contract';
import type { Counts } from '../shell/feature.ts';

/** The number of the webhooks of a screen's families, and how many of them fail. */
export function countFamilies(families: BrandScreen['families'], counts: Counts) {
	const own = counts.data.filter(({ brand, category }) =>
		families.some((family) => family.brand === brand && family.category === category),
	);
	const sum = (key: 'webhooks' | 'failing') => own.reduce((total, count) => total + count[key], 0);
	return { webhooks: sum('webhooks'), failing: sum('failing') };
}
