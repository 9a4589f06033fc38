import { rejection, type Rejection } from './errors.ts';
import { postProblem } from './validate.ts';
import type { DiscordState, ForumState, SandboxChannel, SandboxWebhook } from './state.ts';

/** Channel types (Discord's documentation, "Channel Types"). */
const THREAD = 11;
export const PRIVATE_THREAD = 12;
/** Forums and media channels, in which every message is a post. */
const FORUM_TYPES: readonly (number | undefined)[] = [15, 16];

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
	const isForum = FORUM_TYPES.includes(state.channels.get(channelId)?.type);
	if (threadId !== null) {
		if (name !== undefined) return rejection(isForum ? 220_002 : 220_003);
		return openThread(state, channelId, threadId);
	}
	if (name === undefined) return isForum ? rejection(220_001) : channelId;
	if (!isForum) return rejection(220_003);
	const invalid = postProblem(name, applied);
	if (invalid) return invalid;
	const tags = Array.isArray(applied) ? applied.map(String) : [];
	if (tags.some((id) => !forum?.tags.some((tag) => tag.id === id))) return rejection(10_087);
	if (forum?.requiresTag && tags.length === 0) return rejection(40_067);
	if (!hasRoom(state, channelId)) return rejection(160_006);
	return createThread(state, channelId, name as string).id;
}

/** Checks that an edit names the thread of its message. */
export function isIn(message: { channelId: string }, { channelId }: SandboxWebhook, threadId: string | null): boolean {
	return message.channelId === (threadId ?? channelId);
}

/** The rejection of an edit in a channel; null if its messages can be edited. */
export function closedThread(state: DiscordState, channelId: string): Rejection | null {
	const thread = state.channels.get(channelId)?.thread;
	return thread?.archived || thread?.locked ? rejection(50_083) : null;
}

export function createThread(state: DiscordState, parentId: string, name: string, isPrivate = false): SandboxChannel {
	const guildId = state.channels.get(parentId)?.guildId ?? null;
	const thread = { parentId, locked: false, archived: false, ...(isPrivate && { members: new Set<string>() }) };
	const channel = { id: state.snowflake(), guildId, name, type: isPrivate ? PRIVATE_THREAD : THREAD, thread };
	state.channels.set(channel.id, channel);
	return channel;
}

/** The tags of a new forum or media channel; undefined for other channels. */
export function forumOf(
	state: DiscordState,
	type: number,
	{ tags = [], requiresTag = false }: { tags?: string[]; requiresTag?: boolean },
): ForumState | undefined {
	if (!FORUM_TYPES.includes(type)) return undefined;
	return { tags: tags.map((name) => ({ id: state.snowflake(), name })), requiresTag };
}

/** Opens an archived thread again for a message. @returns the thread's id, or Discord's rejection */
export function openThread(state: DiscordState, channelId: string, threadId: string): string | Rejection {
	const thread = state.channels.get(threadId)?.thread;
	if (thread?.parentId !== channelId) return rejection(10_003);
	if (thread.locked) return rejection(160_005);
	if (thread.archived && !hasRoom(state, channelId)) return rejection(160_006);
	thread.archived = false;
	return threadId;
}

/** Whether another thread of the guild can be active. */
export function hasRoom(state: DiscordState, channelId: string): boolean {
	const guildId = state.channels.get(channelId)?.guildId ?? null;
	const active = [...state.channels.values()].filter(({ guildId: own, thread }) => {
		return own === guildId && thread && !thread.archived;
	});
	return active.length < state.mostActiveThreads;
}
