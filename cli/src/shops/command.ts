import { LINK_LISTS } from '@dropwire/contract';
import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { choiceOption } from '../terminal/choice.ts';

export function shopsCommand(): Command {
	const shops = group('shops', 'Shops whose products are watched by their links.');
	shops
		.command('test')
		.description(
			'Fetch a product link once, and show what Dropwire reads there or why it cannot. Saves nothing. Exits with 1 if the link cannot be read.',
		)
		.argument('<url>', 'the link of a product page')
		.addOption(choiceOption('--list <list>', 'the list that the link is for', LINK_LISTS))
		.action(lazily(() => import('./test.ts')));
	return shops;
}
