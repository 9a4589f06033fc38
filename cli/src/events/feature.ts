import { EVENT_KINDS, PRODUCT_BRANDS } from '@dropwire/domain';
import type { Feature } from '../command.ts';
import { choiceOption, limitOption, regionOption } from '../terminal/options.ts';

export const events: Feature = [
	{
		name: 'events',
		text: 'List product events, newest first, with the topic of each and the number of webhooks that it went to.',
		options: [
			['--sku <sku>', 'only of this SKU'],
			choiceOption('--brand <brand>', 'only of this brand', PRODUCT_BRANDS),
			regionOption('only of this region'),
			choiceOption('--kind <kind>', 'only of this kind', EVENT_KINDS),
			['--unreached', 'only events that went to no webhook (admins)'],
			['-f, --follow', 'print new events until Ctrl-C; with --json one object per line'],
			limitOption,
		],
		load: () => import('./list.ts'),
	},
];
