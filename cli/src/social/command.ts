import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { withSearchOptions } from '../terminal/search.ts';

export function socialCommand(): Command {
	const social = group('social', 'Posts to X, and the words that they are made for.');
	withSearchOptions(social.command('posts', { isDefault: true }), 'keyword, text or reason')
		.description('List the newest posts with their status.')
		.action(lazily(() => import('./posts.ts')));
	withSearchOptions(social.command('keywords'), 'keyword, category or kind of change')
		.description('List the keywords with their cooldown, and whether the posts of their category are on.')
		.action(lazily(() => import('./keywords.ts')));
	withSearchOptions(social.command('promocodes'), 'code or description')
		.description('List the promo codes.')
		.action(lazily(() => import('./promocodes.ts')));
	withSearchOptions(social.command('blacklist'), 'word or category')
		.description('List the words whose products are never posted.')
		.action(lazily(() => import('./blacklist.ts')));
	return social;
}
