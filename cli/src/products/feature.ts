import { PRODUCT_BRANDS } from '@dropwire/domain';
import type { Feature } from '../command.ts';
import { choiceOption, regionOption } from '../terminal/options.ts';

export const products: Feature = [
	{
		name: 'product',
		summary: 'Show the status, price, launch and sizes of a product in every region.',
		text: 'Show the status, price, launch and sizes of a product in every region: the last check of the monitors where it is recent, else what the shop answers now. Exits with 4 if a region did not answer.',
		args: [['<sku>', 'for example `CK9246-101`']],
		options: [
			choiceOption('--brand <brand>', 'the brand, where several have the SKU', PRODUCT_BRANDS),
			regionOption('show one region, with the stock of every size'),
		],
		load: () => import('./product.ts'),
	},
];
