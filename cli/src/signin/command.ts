import { Command } from 'commander';
import { lazily } from '../command.ts';

export function signinCommands(): Command[] {
	return [
		new Command('login')
			.summary('Sign in with the browser or with a token.')
			.description(
				'Sign in with the browser, or with --token (`--token -` reads it from stdin). The token is stored in a file that only you can read.',
			)
			.option('--no-browser', 'only print the URL to open')
			.option('--device', 'confirm a code in the browser of any device, for example over SSH')
			.action(lazily(() => import('./login.ts'))),
		new Command('logout')
			.description('Remove the profile, and revoke its token if `login` created it.')
			.action(lazily(() => import('./logout.ts'))),
		new Command('whoami').description('Show the account and the server.').action(lazily(() => import('./whoami.ts'))),
	];
}
