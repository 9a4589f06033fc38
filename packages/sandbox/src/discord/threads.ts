import type { Rejection } from './validate.ts';
import type { DiscordState, ForumState, SandboxChannel, SandboxWebhook } from './state.ts';

/** Channel types (Discord's documentation, "Channel Types"). */
const CHANNEL_TYPES = { thread: 11, forum: 15 } as const;

const NAME_MOST = 100;

const rejection = (status: number, code: number, message: string): Rejection => ({ status, body: { message, code } });
const UNKNOWN_CHANNEL = rejection(404, 10003, 'Unknown Channel');
const LOCKED = rejection(400, 160005, 'This thread is locked');
const TOO_MANY = rejection(400, 160006, 'Maximum number of active threads reached');
const NEEDS_THREAD = rejection(400, 220001, 'Webhooks posted to forum channels must have a thread_name or thread_id');
const BOTH = rejection(400, 220002, 'Webhooks posted to forum channels cannot have both a thread_name and thread_id');
const NO_FORUM = rejection(400, 220003, 'Webhooks can only create threads in forum channels');

const NEEDS_TAG = rejection(400, 40_067, 'A tag is required to create a forum post in this channel');
const UNKNOWN_TAG = rejection(404, 10_087, 'Unknown Tag');

/**
 * Finds the channel that a webhook's message goes to (Discord's documentation, "Execute Webhook"). Makes the post of a
 * forum, and opens an archived thread again.
 * @returns the channel's id, or Discord's rejection
 */
export function placeMessage(
	state: DiscordState,
	{ channelId }: SandboxWebhook,
	threadId: string | null,
	{ thread_name: name, applied_tags: applied }: { thread_name?: unknown; applied_tags?: unknown },
): string | Rejection {
	const forum = state.channels.get(channelId)?.forum;
	const isForum = state.channels.get(channelId)?.type === CHANNEL_TYPES.forum;
	if (threadId !== null) {
		if (name !== undefined) return isForum ? BOTH : NO_FORUM;
		return openThread(state, channelId, threadId);
	}
	if (name === undefined) return isForum ? NEEDS_THREAD : channelId;
	if (!isForum) return NO_FORUM;
	if (typeof name !== 'string' || name.length < 1 || name.length > NAME_MOST) {
		const errors = {
			thread_name: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be between 1 and 100 in length.' }] },
		};
		return { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors } };
	}
	const tags = Array.isArray(applied) ? applied.map(String) : [];
	if (tags.some((id) => !forum?.tags.some((tag) => tag.id === id))) return UNKNOWN_TAG;
	if (forum?.requiresTag && tags.length === 0) return NEEDS_TAG;
	if (!hasRoom(state, channelId)) return TOO_MANY;
	return createThread(state, channelId, name).id;
}

/** Checks that an edit names the thread of its message. */
export function isIn(message: { channelId: string }, { channelId }: SandboxWebhook, threadId: string | null): boolean {
	return message.channelId === (threadId ?? channelId);
}

export function createThread(state: DiscordState, parentId: string, name: string): SandboxChannel {
	const guildId = state.channels.get(parentId)?.guildId ?? null;
	const thread = { parentId, locked: false, archived: false };
	const channel = { id: state.snowflake(), guildId, name, type: CHANNEL_TYPES.thread, thread };
	state.channels.set(channel.id, channel);
	return channel;
}

/** The tags of a new forum; undefined for other channels. */
export function forumOf(
	state: DiscordState,
	type: number,
	{ tags = [], requiresTag = false }: { tags?: string[]; requiresTag?: boolean },
): ForumState | undefined {
	if (type !== CHANNEL_TYPES.forum) return undefined;
	return { tags: tags.map((name) => ({ id: state.snowflake(), name })), requiresTag };
}

function openThread(state: DiscordState, channelId: string, threadId: string): string | Rejection {
	const thread = state.channels.get(threadId)?.thread;
	if (thread?.parentId !== channelId) return UNKNOWN_CHANNEL;
	if (thread.locked) return LOCKED;
	if (thread.archived && !hasRoom(state, channelId)) return TOO_MANY;
	thread.archived = false;
	return threadId;
}

/** Whether another thread of the guild can be active. */
function hasRoom(state: DiscordState, channelId: string): boolean {
	const guildId = state.channels.get(channelId)?.guildId ?? null;
	const active = [...state.channels.values()].filter(({ guildId: own, thread }) => {
		return own === guildId && thread && !thread.archived;
	});
	return active.length < state.mostActiveThreads;
}
