import { type Link, optionsText, threadEnd, threadIdOf, webhookEnd } from '@dropwire/contract';
import type { Feature } from '../command.ts';
import { list } from '../contractCommand.ts';
import { dateTime } from '../terminal/time.ts';
import { healthColumn, placeText } from '../webhookText.ts';

const GUILD = ['<guild>', 'the id of the Discord server, from `guilds list`'] as const;

export const guilds: Feature = [
	{
		name: 'guilds',
		text: 'Discord servers: what they subscribe to, and in which channels.',
		commands: [
			list({
				name: 'list',
				isDefault: true,
				text: 'List the Discord servers that you manage.',
				call: 'guildList',
				rows: ({ data }) => data.data,
				search: ['name or id', ({ guildId, guildName }) => [guildId, guildName]],
				empty: ['You manage no Discord server.', 'No server matches.'],
				columns: [
					{ title: 'ID', of: (row) => row.guildId },
					{ title: 'NAME', of: (row) => row.guildName, shrinks: true },
					{ title: 'PAUSED', of: ({ pausedAt }) => sinceText(pausedAt), drops: 1, paint: 'red' },
				],
			}),
			list({
				name: 'topics',
				text: 'List the topics that a Discord server has added, with the number of webhooks of each.',
				args: [GUILD],
				call: 'channelList',
				input: ([guildId]) => ({ guildId }),
				rows: ({ data }) => data.flatMap(({ region, channels }) => channels.map((channel) => ({ region, ...channel }))),
				search: ['topic or region', ({ region, toolsName }) => [region, toolsName]],
				empty: ['This server has added no topic.', 'No topic matches.'],
				columns: [
					{ title: 'ID', of: (row) => row.id, right: true },
					{ title: 'REGION', of: (row) => row.region },
					{ title: 'TOPIC', of: (row) => row.toolsName, shrinks: true },
					{ title: 'WEBHOOKS', of: (row) => String(row.webhooks), right: true },
				],
			}),
			list({
				name: 'links',
				text: 'List the links of a Discord server: topic, channel, options and health.',
				args: [GUILD],
				call: 'linkList',
				input: ([guildId]) => ({ guildId }),
				search: ['topic, region, channel or options', linkTexts],
				notes: ({ pausedAt, botLeftAt }) => [
					pausedAt !== null && `Paused ${sinceText(pausedAt)}: no user on the access list manages this server.`,
					botLeftAt !== null && `The bot left this server at ${dateTime(botLeftAt)}.`,
				],
				empty: ['This server has no links.', 'No link matches.'],
				columns: [
					{ title: 'ID', of: (row) => row.id, right: true },
					{ title: 'REGION', of: (row) => row.region },
					{ title: 'TOPIC', of: (row) => row.toolsName, shrinks: true },
					{ title: 'CHANNEL', of: channelText, shrinks: true },
					{ title: 'OPTIONS', of: (row) => optionsText(row.options), shrinks: true, drops: 1 },
					healthColumn,
				],
			}),
			{
				name: 'share',
				text: "Create a link by which others load a Discord server's setup into theirs, for 7 days, and print it.",
				args: [GUILD],
				load: () => import('./share.ts'),
			},
		],
	},
];

function sinceText(at: number | null): string {
	return at === null ? '' : `since ${dateTime(at)}`;
}

function linkTexts({ region, toolsName, channelName, place, options }: Link): (string | null)[] {
	return [region, toolsName, channelName, placeText(place), optionsText(options)];
}

/** The channel by name, else by id, else the end of the webhook's id; and the end of the thread's id. */
function channelText({ channelName, channelId, webhookId, options }: Link): string {
	const threadId = threadIdOf(options);
	if (channelName === null && channelId === null) return `webhook ${webhookEnd(webhookId, threadId)}`;
	const channel = channelName === null ? channelId : `#${channelName}`;
	return [channel, threadId && threadEnd(threadId)].filter(Boolean).join(', ');
}
