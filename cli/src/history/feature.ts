import { PRODUCT_BRANDS } from '@dropwire/domain';
import type { Feature } from '../command.ts';
import { DOWNLOAD_OPTIONS } from '../rows/options.ts';
import { choiceArgument } from '../terminal/options.ts';

export const history: Feature = [
	{
		name: 'history',
		text: 'How products changed: price, status and stock.',
		commands: [
			{
				name: 'export',
				text: 'Export every change of a product, by region, from the oldest.',
				args: [choiceArgument('<brand>', 'the brand', PRODUCT_BRANDS), ['<sku>', 'for example `CK9246-101`']],
				options: DOWNLOAD_OPTIONS,
				load: () => import('./export.ts'),
			},
		],
	},
];
