import { LINK_LISTS } from '@dropwire/contract';
import type { Feature } from '../command.ts';
import { choiceOption } from '../terminal/options.ts';

export const shops: Feature = [
	{
		name: 'shops',
		text: 'Shops whose products are watched by their links.',
		commands: [
			{
				name: 'test',
				text: 'Fetch a product link once, and show what Dropwire reads there or why it cannot. Saves nothing. Exits with 1 if the link cannot be read.',
				args: [['<url>', 'the link of a product page']],
				options: [choiceOption('--list <list>', 'the list that the link is for', LINK_LISTS)],
				load: () => import('./test.ts'),
			},
		],
	},
];
