import { PRODUCT_BRANDS } from '@dropwire/contract';
import type { Feature } from '../command.ts';
import { choiceOption, regionOption } from '../terminal/options.ts';

export const stores: Feature = [
	{
		name: 'stores',
		summary: 'Show what the stores of a shop near a place have of a product.',
		text: "Show what a shop's own stores within 100 km of a city or postal code have of a product, nearest first. Exits with 4 if a store did not answer.",
		args: [
			['<sku>', 'for example `CK9246-101`'],
			['<near>', 'a city or postal code'],
		],
		options: [
			choiceOption('--brand <brand>', 'the brand', PRODUCT_BRANDS).default('NIKE'),
			regionOption('of the stores').default('US'),
		],
		load: () => import('./stores.ts'),
	},
];
