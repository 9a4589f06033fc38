import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { SANDBOX_APP, SANDBOX_USERS } from '../../seeds.ts';
import { rejection, type Rejection } from '../errors.ts';
import { botPermissions } from '../guilds.ts';
import { BOT_USER } from '../payloads.ts';
import { has, PERMISSIONS } from '../permissions.ts';
import type { DiscordState, SandboxChannel, SandboxMessage } from '../state.ts';
import { validateMessage } from '../validate.ts';

type BotOnly = (ctx: Context, next: Next) => Promise<void>;

/** Messages that the bot writes itself: to a channel of a guild, or to a person. */
export function messageRoutes(router: Router, state: DiscordState, bot: BotOnly): void {
	/** Messages by channel and nonce, for `enforce_nonce`. */
	const byNonce = new Map<string, SandboxMessage>();

	router.post('/api/v10/users/@me/channels', bot, (ctx) => {
		const { recipient_id: id } = ctx.request.body as { recipient_id?: string };
		const user = Object.values(SANDBOX_USERS).find((one) => one.id === id);
		if (!user) return answer(ctx, rejection(10_013));
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
}

function rejectionFor(state: DiscordState, channel: SandboxChannel): Rejection | null {
	if (channel.recipientId !== undefined) {
		return state.closedTo.has(channel.recipientId) ? rejection(50_007) : null;
	}
	const guild = channel.guildId === null ? undefined : state.guilds.get(channel.guildId);
	if (!guild?.bot.present) return rejection(50_001);
	const permissions = botPermissions(guild, channel.id);
	if (!has(permissions, PERMISSIONS.VIEW_CHANNEL)) return rejection(50_001);
	return has(permissions, PERMISSIONS.SEND_MESSAGES) ? null : rejection(50_013);
}

function answer(ctx: Context, { status, body }: Rejection): void {
	ctx.status = status;
	ctx.body = body;
}
