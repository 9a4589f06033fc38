import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { withRemovalOptions } from '../terminal/removal.ts';

export function tokensCommand(): Command {
	const tokens = group(
		'tokens',
		'Your API tokens. Tokens cannot create tokens: `create` and `login` ask for your approval in the browser.',
	);
	tokens
		.command('list')
		.description('List your tokens. The secrets are not shown.')
		.action(lazily(() => import('./list.ts')));
	tokens
		.command('create')
		.description(
			'Create a token for a program, for example a CI job, with your approval in the browser, and print it. It is not stored here.',
		)
		.argument('<name>', 'what the token is for')
		.option('--no-browser', 'only print the URL to open')
		.option('--device', 'approve with a code in the browser of any device')
		.action(lazily(() => import('./create.ts')));
	withRemovalOptions(tokens.command('remove'))
		.description('Revoke a token immediately.')
		.argument('<id>', 'an id from `tokens list`')
		.action(lazily(() => import('./remove.ts')));
	return tokens;
}
