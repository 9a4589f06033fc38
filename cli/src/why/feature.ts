import { PRODUCT_BRANDS } from '@dropwire/contract';
import type { Feature } from '../command.ts';
import { choiceOption, regionOption } from '../terminal/options.ts';

export const why: Feature = [
	{
		name: 'why',
		examples: [
			['why CK9246-101 --at 20', 'what happened 20 minutes ago, for the webhooks of the operator lists'],
			['why CK9246-101 --region JP --guild 200000000000000001', 'for the webhooks of a Discord server'],
		],
		summary: 'Show why a message about a product was sent or not.',
		text: 'Show what happened to a product around a moment, from the watch list to the message, and the step that said no.',
		args: [['<sku>', 'for example `CK9246-101`']],
		options: [
			choiceOption('--brand <brand>', 'the brand', PRODUCT_BRANDS).default('NIKE'),
			regionOption('of the product').default('US'),
			['--at <when>', 'the moment: minutes ago, `HH:MM` of today, or a time like 2026-04-30T14:00:00Z; now by default'],
			['--guild <id>', 'for the webhooks of this Discord server, not those of the operator lists'],
			['--watch <id>', 'for one of your watches'],
		],
		load: () => import('./why.ts'),
	},
];
