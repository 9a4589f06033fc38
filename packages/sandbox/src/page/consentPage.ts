import { SANDBOX_USERS } from '../seeds.ts';
import { choicePage } from './choicePage.ts';

/** Replaces Discord's consent page: the visitor can sign in as any of the sandbox's users. */
export function consentPage(query: string): string {
	const link = (extra: string) => `/oauth2/authorize?${query}&${extra}`;
	return choicePage({
		title: 'Dropwire wants to know who you are',
		line: 'Sandbox Discord. Authorize as:',
		choices: Object.entries(SANDBOX_USERS).map(([name, user]) => ({
			href: link(`as=${name}`),
			name: user.globalName ?? user.username,
			about: user.about,
		})),
		cancel: link('cancel'),
	});
}
