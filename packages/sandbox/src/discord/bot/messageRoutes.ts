import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { SANDBOX_APP } from '../../seeds.ts';
import { answer, rejection, type Rejection } from '../errors.ts';
import { botPermissions } from '../guilds.ts';
import { BOT_USER } from '../payloads.ts';
import { has, PERMISSIONS } from '../permissions.ts';
import type { DiscordState, SandboxChannel, SandboxMessage } from '../state.ts';
import { closedThread, openThread } from '../threads.ts';
import { validateMessage } from '../validate.ts';

type BotOnly = (ctx: Context, next: Next) => Promise<void>;

/** Messages that the bot writes itself: to a channel of a guild, or to a person. */
export function messageRoutes(router: Router, state: DiscordState, bot: BotOnly): void {
	/** Messages by channel and nonce, for `enforce_nonce`. */
	const byNonce = new Map<string, SandboxMessage>();

	router.post('/api/v10/users/@me/channels', bot, (ctx) => {
		const { recipient_id: id } = ctx.request.body as { recipient_id?: string };
		const user = state.people.get(id ?? '');
		if (!user) return answer(ctx, rejection(10_013));
		const denied = state.knownDirectChannel(user.id) ? null : openingRejection(state);
		if (denied) return answer(ctx, denied);
		ctx.body = { id: state.directChannel(user).id, type: 1, recipients: [{ id: user.id, username: user.username }] };
		return undefined;
	});

	router.post('/api/v10/channels/:id/messages', bot, (ctx) => {
		const channel = state.channels.get(ctx.params['id'] as string);
		const denied = channel ? rejectionFor(state, channel) : rejection(10_003);
		if (!channel || denied) return answer(ctx, denied ?? rejection(10_003));
		const body = ctx.request.body as { nonce?: string; enforce_nonce?: boolean };
		const invalid = validateMessage(body);
		if (invalid) return answer(ctx, invalid);
		const key = `${channel.id} ${body.nonce ?? ''}`;
		const known = body.enforce_nonce ? byNonce.get(key) : undefined;
		const earlier = known && state.messages.includes(known) ? known : undefined;
		const message = earlier ?? state.store({ id: SANDBOX_APP.clientId }, channel.id, body, ctx.ip);
		if (body.enforce_nonce) byNonce.set(key, message);
		message.answeredAt = Date.now();
		ctx.body = { id: message.id, channel_id: channel.id, author: BOT_USER, nonce: body.nonce ?? null, ...body };
		return undefined;
	});

	router.patch('/api/v10/channels/:id/messages/:message', bot, (ctx) => {
		const { id = '', message: messageId } = ctx.params;
		const channel = state.channels.get(id);
		if (!channel) return answer(ctx, rejection(10_003));
		const message = state.messages.find((one) => one.id === messageId && one.channelId === id);
		if (message?.webhookId !== SANDBOX_APP.clientId) return answer(ctx, rejection(10_008));
		const denied = closedThread(state, id) ?? silenced(state, channel);
		if (denied) return answer(ctx, denied);
		const body = { ...(message.body as object), ...(ctx.request.body as object) };
		const invalid = validateMessage(body);
		if (invalid) return answer(ctx, invalid);
		state.edit(message, body);
		ctx.body = { id: message.id, channel_id: id, author: BOT_USER, ...body };
		return undefined;
	});
}

/**
 * Bots that opened 25 to 40 direct messages with new people in a short time were quarantined (DiscordPHP#467): from then on
 * they can open none.
 */
const QUARANTINE = { openings: 25, windowMs: 600_000 };

/** Counts the opening of a new channel of direct messages. @returns Discord's rejection of it */
function openingRejection(state: DiscordState): Rejection | null {
	if (state.isQuarantined) return rejection(20_026);
	const now = Date.now();
	state.opened = [...state.opened.filter((at) => now - at < QUARANTINE.windowMs), now];
	state.isQuarantined = state.opened.length >= QUARANTINE.openings;
	return state.isQuarantined ? rejection(40_003) : null;
}

function silenced(state: DiscordState, { recipientId }: SandboxChannel): Rejection | null {
	return state.isSilenced && recipientId !== undefined ? rejection(20_026) : null;
}

function rejectionFor(state: DiscordState, channel: SandboxChannel): Rejection | null {
	if (channel.recipientId !== undefined) {
		const code = state.closedTo.get(channel.recipientId);
		return code === undefined ? silenced(state, channel) : rejection(code);
	}
	const guild = channel.guildId === null ? undefined : state.guilds.get(channel.guildId);
	if (!guild?.bot.present) return rejection(50_001);
	// A thread has the permissions of its channel.
	const permissions = botPermissions(guild, channel.thread?.parentId ?? channel.id);
	if (!has(permissions, PERMISSIONS.VIEW_CHANNEL)) return rejection(50_001);
	if (!channel.thread) return has(permissions, PERMISSIONS.SEND_MESSAGES) ? null : rejection(50_013);
	if (!has(permissions, PERMISSIONS.SEND_MESSAGES_IN_THREADS)) return rejection(50_013);
	const opened = openThread(state, channel.thread.parentId, channel.id);
	return typeof opened === 'string' ? null : opened;
}
