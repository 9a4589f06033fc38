import { type Command, Option } from 'commander';
import { group, lazily } from '../command.ts';
import { regionOption } from '../terminal/choice.ts';
import { wholeNumber, withLimitOption } from '../terminal/limit.ts';
import { withRemovalOptions } from '../terminal/removal.ts';
import { withSearchOptions } from '../terminal/search.ts';

export function keywordsCommand(): Command {
	const keywords = group(
		'keywords',
		"Words that shops' lists are searched for; new products whose titles match are sent as NEW.",
	);
	withSearchOptions(keywords.command('list', { isDefault: true }), 'words, source, shop or problem')
		.description('List the keyword watches with their latest search, and the number of new products that they found.')
		.action(lazily(() => import('./list.ts')));
	withWanted(keywords.command('add'))
		.description('Add a keyword watch. What its first search finds is not new.')
		.action(lazily(() => import('./add.ts')));
	withWanted(keywords.command('try'))
		.description('Search a shop now, and list the products that match. Saves nothing.')
		.action(lazily(() => import('./try.ts')));
	withRemovalOptions(keywords.command('remove'))
		.description('End a keyword watch, and forget what it found.')
		.argument('<id>', 'an id from `keywords list`')
		.action(lazily(() => import('./remove.ts')));
	withLimitOption(keywords.command('found'))
		.description('List the new products that the watches found, newest first.')
		.option('--watch <id>', 'only those of this watch')
		.action(lazily(() => import('./found.ts')));
	keywords
		.command('watch')
		.description('Put a found product on its watch list.')
		.argument('<id>', 'an id from `keywords found`')
		.action(lazily(() => import('./watch.ts')));
	return keywords;
}

/** The source and the words of `add` and `try`. */
function withWanted(command: Command): Command {
	return command
		.argument('<source>', 'a source whose shop can be searched, such as ADIDAS, NIKE, or SHOPS for any shop')
		.argument('<words...>', 'words or phrases, one of which a title has, in any letter case')
		.addOption(regionOption('the region of the shop').default('US'))
		.option('--shop <url>', 'the address of the shop, for SHOPS')
		.option('--without <words>', 'words or phrases that no title has, separated by commas')
		.addOption(
			new Option('--min-price <amount>', "the lowest price, in whole units of the shop's currency").argParser(
				wholeNumber(0),
			),
		)
		.addOption(new Option('--max-price <amount>', 'the highest price').argParser(wholeNumber(0)));
}
