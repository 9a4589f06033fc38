import type { Feature } from '../command.ts';

export const signin: Feature = [
	{
		name: 'login',
		summary: 'Sign in with the browser or with a token.',
		text: 'Sign in with the browser, or with --token (`--token -` reads it from stdin). The token is stored in a file that only you can read.',
		options: [
			['--no-browser', 'only print the URL to open'],
			['--device', 'confirm a code in the browser of any device, for example over SSH'],
		],
		load: () => import('./login.ts'),
	},
	{
		name: 'logout',
		text: 'Remove the profile, and revoke its token if `login` created it.',
		load: () => import('./logout.ts'),
	},
	{
		name: 'whoami',
		text: 'Show the account and the server.',
		load: async () => ({ run: (await import('./identity.ts')).whoami }),
	},
];
