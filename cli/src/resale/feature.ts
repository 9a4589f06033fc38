import { PRODUCT_BRANDS } from '@dropwire/contract';
import type { Feature } from '../command.ts';
import { choiceOption, regionOption } from '../terminal/options.ts';

export const resale: Feature = [
	{
		name: 'resale',
		summary: 'Compare what resale markets pay for a product, size by size.',
		text: 'Compare what resale markets pay for a product after their fees, size by size, and the profit against the full price. Exits with 4 if a market could not be read.',
		args: [['<sku>', 'for example `CK9246-101`']],
		options: [
			choiceOption('--brand <brand>', 'the brand', PRODUCT_BRANDS).default('NIKE'),
			regionOption('of the full price, and of eBay').default('US'),
		],
		load: () => import('./resale.ts'),
	},
];
