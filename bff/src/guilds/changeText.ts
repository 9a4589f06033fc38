import { optionLines, shortenMask, type SubscriptionOptions } from '@dropwire/domain';
import type { GuildAction } from '../http/audit.ts';

type Values = Readonly<Record<string, unknown>>;

/** A row of the audit log about a guild, with its values read. */
export interface Change {
	action: string;
	target: string | null;
	before: Values | null;
	after: Values | null;
}
/** The names of what changes are about; null for what is unknown or was removed. */
export interface Names {
	/** A Discord channel's name by its id. */
	channel(id: string): string | null;
	/** `Nike Shoes Active · US` by the id of the guild's topic. */
	topic(id: string): string | null;
}

/** What a change of a guild did, as a sentence without its subject. */
export function changeText(change: Change, names: Names): string {
	const { before, after, target } = change;
	const action = change.action as GuildAction;
	const state = after ?? before ?? {};
	const added = after !== null;
	if ('changes' in state) return `Made ${textOf(state['changes'])} more changes in the same step.`;
	switch (action) {
		case 'linkInsert':
		case 'linkDelete':
		case 'linkCancel':
		case 'serverSetup':
			return `${added ? 'Linked' : 'Removed the link of'} ${topicOf(state)} to ${channelOf(state['channelId'], names)}.`;
		case 'channelInsert':
			return `Added ${topicOf(state)} to the server's topics.`;
		case 'channelDelete':
		case 'channelsDelete':
			return `Removed ${topicOf(state)}${withWebhooks(state['webhooks'])} from the server's topics.`;
		case 'webhookInsert':
		case 'webhookEdit':
		case 'webhookDelete':
		case 'webhooksDelete':
			return webhookText(change, names.topic(/\d+$/.exec(target ?? '')?.[0] ?? '') ?? 'a topic');
		case 'webhookRemove':
		case 'webhookReplace':
			return webhookText(change, target ?? 'a topic');
		case 'subscriptionEdit':
		case 'webhookChange':
			return `Changed the options of ${target}: ${optionsText(before, after)}.`;
		case 'guildSettingsEdit':
			return settingsText(before, after);
		case 'dropEventsSet':
			return dropEventsText(after);
		case 'guildPaused':
			return 'Paused sending to the server: no user with current access manages it.';
		case 'guildResumed':
			return 'Resumed sending to the server.';
		case 'sharedSetupCreate':
			return 'Shared the setup by a link.';
		case 'sharedSetupEnd':
			return 'Ended a share link of the setup.';
		case 'personalChannelSet':
			return state['channelId'] === null
				? 'Removed the channel of private threads.'
				: `Set the channel of private threads to ${channelOf(state['channelId'], names)}.`;
		case 'grantAdd':
			return `Gave the server the plan ${textOf(state['plan'])}.`;
		case 'grantBegan':
			return `The server's plan ${textOf(state['plan'])} began.`;
		case 'grantEnd':
			return `Ended the server's plan ${textOf(state['plan'])}.`;
		case 'grantEnded':
			return `The server's plan ${textOf(state['plan'])} ended.`;
		case 'botGuild':
			return state['bot'] === 'returned'
				? 'The bot was added to the server.'
				: 'The bot was removed from the server; its webhooks are off.';
		case 'botChannel':
			return `Switched webhooks of ${channelOf(/\d+$/.exec(target ?? '')?.[0], names)} off or on, as they are at Discord.`;
		case 'botNoticeDone':
			return state['status'] === 'sent' ? 'Posted a notice to the server.' : 'Could not post a notice to the server.';
		default:
			// Another version can have written the row.
			return `Made a change (${String(action satisfies never)}).`;
	}
}

function topicOf({ toolsName, region }: Values): string {
	return typeof toolsName === 'string' ? `${toolsName} · ${textOf(region)}` : 'a topic';
}

function channelOf(id: unknown, names: Names): string {
	const name = typeof id === 'string' ? names.channel(id) : null;
	return name === null ? 'a Discord channel' : `#${name}`;
}

function withWebhooks(count: unknown): string {
	if (typeof count !== 'number' || count === 0) return '';
	return count === 1 ? ' and its webhook' : ` and its ${count} webhooks`;
}

function webhookText({ before, after }: Change, topic: string): string {
	const mask = (state: Values | null) => shortenMask(textOf(state?.['webhook']));
	if (before === null) return `Added the webhook ${mask(after)} to ${topic}.`;
	if (after === null) return `Removed the webhook ${mask(before)} from ${topic}.`;
	return `Replaced the webhook ${mask(before)} of ${topic} by ${mask(after)}.`;
}

/** The lines of the options that were added, and the names of those that were removed. */
function optionsText(before: Values | null, after: Values | null): string {
	const [old, now] = [before, after].map((state) => optionLines((state?.['options'] ?? {}) as SubscriptionOptions));
	const nameOf = (line: string) => line.split(':')[0] ?? line;
	const names = new Set(now?.map(nameOf));
	const changed = (now ?? []).filter((line) => !old?.includes(line));
	const removed = (old ?? []).map(nameOf).filter((name) => !names.has(name));
	return [...changed, ...removed.map((name) => `no ${name.toLowerCase()}`)].join('; ') || 'the thread';
}

const SETTINGS = { sourceNotices: 'notices about shops', linkNotices: 'notices about links' } as const;

function settingsText(before: Values | null, after: Values | null): string {
	const changed = Object.entries(SETTINGS).filter(([setting]) => before?.[setting] !== after?.[setting]);
	const parts = changed.map(([setting, name]) => `${name} ${after?.[setting] ? 'on' : 'off'}`);
	return `Switched ${parts.join(' and ')}.`;
}

function dropEventsText(after: Values | null): string {
	const from = after?.['dropEvents'];
	return from === false
		? 'Switched Discord events for releases off.'
		: `Switched Discord events for releases on (${textOf(from)}).`;
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
