import { EVENT_KINDS, OTHER_STATES } from '@dropwire/contract';
import type { Command } from 'commander';
import { group, lazily } from '../command.ts';

export function subscriptionsCommand(): Command {
	const subscriptions = group(
		'subscriptions',
		'What single subscriptions send: filters, mentions, quiet hours, threads. `webhooks list` shows their ids.',
	);
	subscriptions
		.command('show')
		.description('Show the options of a subscription.')
		.argument('<id>', 'the id of the subscription')
		.action(lazily(() => import('./show.ts')));
	withOptionFlags(subscriptions.command('edit'))
		.description('Change the options that are given; the others are unchanged. An empty value removes an option.')
		.argument('<id>', 'the id of the subscription')
		.option('--clear', 'remove all other options')
		.action(lazily(() => import('./edit.ts')));
	subscriptions
		.command('why')
		.description('Show why a subscription got the message of an event or did not, rule by rule.')
		.argument('<id>', 'the id of the subscription')
		.argument('<event>', 'the id of the event, from `events --json`')
		.action(lazily(() => import('./why.ts')));
	withOptionFlags(subscriptions.command('try'))
		.description("Show which of the topic's last 500 events would have been sent with these options. Saves nothing.")
		.argument('<id>', 'the id of the subscription')
		.option('--clear', 'start without the current options')
		.action(lazily(() => import('./try.ts')));
	return subscriptions;
}

/** Adds one flag per option of a subscription. Lists are separated by commas. */
function withOptionFlags(command: Command): Command {
	return command
		.option('--file <file>', 'a JSON file with all options, which replaces the current ones; `-` is stdin')
		.option('--mentions <roles>', 'ids of Discord roles to mention')
		.option('--include <words>', 'only products with one of these words')
		.option('--exclude <words>', 'no products with one of these words')
		.option('--sizes <sizes>', 'only these sizes')
		.option('--states <states>', `count these states as available, too: ${OTHER_STATES.join(', ')}`)
		.option('--kinds <kinds>', `only these kinds of event: ${EVENT_KINDS.join(', ')}`)
		.option('--min-price <price>', "only from this price, in the shop's currency")
		.option('--max-price <price>', "only up to this price, in the shop's currency")
		.option('--min-discount <percent>', 'only from this discount, 1 to 99')
		.option('--quiet-hours <hours>', 'no sound and no mention, for example "22:00-07:00 Europe/Vienna"')
		.option('--thread <id>', 'the thread to post to')
		.option('--post-name <pattern>', "the name of a forum's posts, with {title}, {sku} or {brand}")
		.option('--name <name>', 'the name of the sender')
		.option('--avatar <url>', 'the picture of the sender')
		.option('--pause', 'send nothing')
		.option('--resume', 'send again');
}
