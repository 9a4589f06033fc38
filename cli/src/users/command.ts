import { GIVEN_ROLES } from '@dropwire/domain';
import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { choiceArgument } from '../terminal/choice.ts';
import { withRemovalOptions } from '../terminal/removal.ts';
import { withSearchOptions } from '../terminal/search.ts';
import { withTermsOptions } from './terms.ts';

export function usersCommand(): Command {
	const users = group('users', 'Manage the access list: the users of Dropwire and their roles.');
	const id = 'Discord id, 17 to 20 digits';
	const role = () => choiceArgument('<role>', 'the role', GIVEN_ROLES);
	withSearchOptions(users.command('list'), 'Discord id, name, role or plan')
		.description('List the users on the access list.')
		.action(lazily(() => import('./list.ts')));
	withTermsOptions(users.command('add'))
		.description('Add users to the access list: all of them, or none if one id is refused.')
		.argument('<discord-id...>', id)
		.option('--admin', 'add an operator instead of a client')
		.option('--dry-run', 'only show what would happen to each id')
		.option('--update', 'also change clients who are already on the list')
		.action(lazily(() => import('./add.ts')));
	withTermsOptions(users.command('edit'))
		.description("Change a client's plan, expiry or note. A later expiry resumes the client's paused servers.")
		.argument('<discord-id>', id)
		.action(lazily(() => import('./edit.ts')));
	withRemovalOptions(users.command('remove'))
		.description('Remove a user from the access list and end their sessions and tokens.')
		.argument('<discord-id>', id)
		.action(lazily(() => import('./remove.ts')));
	users
		.command('grant')
		.description('Grant a role to a user.')
		.argument('<discord-id>', id)
		.addArgument(role())
		.action(lazily(() => import('./grant.ts')));
	users
		.command('revoke')
		.description('Revoke a role of a user.')
		.argument('<discord-id>', id)
		.addArgument(role())
		.action(lazily(() => import('./revoke.ts')));
	return users;
}
