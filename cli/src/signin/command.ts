import { Command } from 'commander';
import { lazily } from '../command.ts';

export function signinCommands(): Command[] {
	return [
		new Command('login')
			.summary('Sign in, by the browser or with a token.')
			.description(
				'Sign in: by the browser, or with --token. The token is kept in a file that only you can read. `--token -` reads it from stdin.',
			)
			.option('--no-browser', 'only print the address to open')
			.action(lazily(() => import('./login.ts'))),
		new Command('logout')
			.description('Forget the profile; a token that signing in made ends on the server, too.')
			.action(lazily(() => import('./logout.ts'))),
		new Command('whoami').description('Who you are, and where.').action(lazily(() => import('./whoami.ts'))),
	];
}
