import { TOPIC_KINDS, OTHER_STATES } from '@dropwire/contract';
import type { Described, Feature } from '../command.ts';
import { show } from '../contractCommand.ts';
import { subscriptionLines } from './text.ts';

const ID = ['<id>', 'the id of the subscription'] as const;

/** One option per option of a subscription. Lists are separated by commas. */
const OPTIONS: NonNullable<Described['options']> = [
	['--file <file>', 'a JSON file with all options, which replaces the current ones; `-` is stdin'],
	['--mentions <roles>', 'ids of Discord roles to mention'],
	['--include <words>', 'only products with one of these words'],
	['--exclude <words>', 'no products with one of these words'],
	['--sizes <sizes>', 'only these sizes, for example "9, M 10.5, EU 42, XL"'],
	['--states <states>', `count these states as available, too: ${OTHER_STATES.join(', ')}`],
	['--reminders <minutes>', 'minutes before a launch, for topics about releases: 1440,15; none for no reminders'],
	['--kinds <kinds>', `only these kinds of event: ${TOPIC_KINDS.join(', ')}`],
	['--min-price <price>', "only from this price, in the shop's currency"],
	['--max-price <price>', "only up to this price, in the shop's currency"],
	['--min-discount <percent>', 'only from this discount, 1 to 99'],
	['--quiet-hours <hours>', 'no sound and no mention, for example "22:00-07:00 Europe/Vienna"'],
	['--thread <id>', 'the thread to post to'],
	['--post-name <pattern>', "the name of a forum's posts, with {title}, {sku} or {brand}"],
	['--watch-button <on|off>', 'whether messages have the button Watch; only webhooks that the bot created can have it'],
	['--name <name>', 'the name of the sender'],
	['--avatar <url>', 'the picture of the sender'],
	['--pause', 'send nothing'],
	['--resume', 'send again'],
];

export const subscriptions: Feature = [
	{
		name: 'subscriptions',
		text: 'What single subscriptions send: filters, mentions, quiet hours, threads. `webhooks list` shows their ids.',
		commands: [
			show({
				name: 'show',
				text: 'Show the options of a subscription.',
				args: [ID],
				call: 'subscription',
				input: ([id]) => ({ id }),
				lines: subscriptionLines,
			}),
			{
				name: 'edit',
				text: 'Change the options that are given; the others are unchanged. An empty value removes an option.',
				args: [ID],
				options: [...OPTIONS, ['--clear', 'remove all other options']],
				load: () => import('./edit.ts'),
			},
			{
				name: 'why',
				text: 'Show why a subscription got the message of an event or did not, rule by rule.',
				args: [ID, ['<event>', 'the id of the event, from `events --json`']],
				load: () => import('./why.ts'),
			},
			{
				name: 'try',
				text: "Show which of the topic's last 500 events would have been sent with these options. Saves nothing.",
				args: [ID],
				options: [...OPTIONS, ['--clear', 'start without the current options']],
				load: () => import('./try.ts'),
			},
		],
	},
];
