import { GIVEN_ROLES } from '@dropwire/domain';
import { type Command, Option } from 'commander';
import { group, lazily } from '../command.ts';
import { choiceOf } from '../terminal/choice.ts';
import { withSearchOptions } from '../terminal/search.ts';
import { withTermsOptions } from '../users/terms.ts';

export function accessCommand(): Command {
	const access = group('access', 'Requests of signed-in people to be added to the access list.');
	const id = 'Discord ids from `access requests`';
	withSearchOptions(access.command('requests'), 'Discord id, name or note')
		.description('List the open requests for access, oldest first: the first 100.')
		.action(lazily(() => import('./list.ts')));
	withTermsOptions(access.command('approve'))
		.description(
			'Approve requests: add the people to the access list as clients. The bot sends each of them a message.',
		)
		.argument('<discord-id...>', id)
		.addOption(new Option('--role <role>', 'a role to grant; can be repeated').choices(GIVEN_ROLES).argParser(addRole))
		.action(lazily(() => import('./approve.ts')));
	access
		.command('decline')
		.description('Decline requests. The bot sends each person a message. They can ask again.')
		.argument('<discord-id...>', id)
		.option('--reason <text>', 'the reason, which the person sees')
		.action(lazily(() => import('./decline.ts')));
	return access;
}

/** Replaces the parser of `choices`, which keeps the last value only. */
function addRole(role: string, before: readonly string[] = []): string[] {
	return [...before, choiceOf(GIVEN_ROLES)(role)];
}
