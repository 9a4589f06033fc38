import { GIVEN_ROLES } from '@dropwire/bff/contract/vocabulary';
import { Argument, type Command } from 'commander';
import { group, lazily } from '../command.ts';

export function usersCommand(): Command {
	const users = group('users', 'The access list: who may use the product, and in which role.');
	const id = 'Discord id, 17 to 20 digits';
	const role = () => new Argument('<role>', 'the role').choices(GIVEN_ROLES);
	users
		.command('list')
		.description('Everyone on the access list.')
		.action(lazily(() => import('./list.ts')));
	users
		.command('add')
		.description('Put somebody on the access list.')
		.argument('<discord-id>', id)
		.option('--admin', 'as an operator, not as a client')
		.action(lazily(() => import('./add.ts')));
	users
		.command('remove')
		.description('Take somebody off the access list; their sessions and tokens end at once.')
		.argument('<discord-id>', id)
		.action(lazily(() => import('./remove.ts')));
	users
		.command('grant')
		.description('Give somebody a role.')
		.argument('<discord-id>', id)
		.addArgument(role())
		.action(lazily(() => import('./grant.ts')));
	users
		.command('revoke')
		.description('Take a role from somebody.')
		.argument('<discord-id>', id)
		.addArgument(role())
		.action(lazily(() => import('./revoke.ts')));
	return users;
}
