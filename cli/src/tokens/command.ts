import type { Command } from 'commander';
import { group, lazily } from '../command.ts';

export function tokensCommand(): Command {
	const tokens = group(
		'tokens',
		'Your API tokens. No token can make another: a new one is made by a person, with `dropwire login` or in the browser.',
	);
	tokens
		.command('list')
		.description('Your tokens, never the tokens themselves.')
		.action(lazily(() => import('./list.ts')));
	tokens
		.command('remove')
		.description('End a token at once.')
		.argument('<id>', 'as `tokens list` shows it')
		.action(lazily(() => import('./remove.ts')));
	return tokens;
}
