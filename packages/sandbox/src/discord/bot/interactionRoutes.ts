import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { SANDBOX_APP } from '../../seeds.ts';
import { answer, rejection, type Rejection } from '../errors.ts';
import type { DiscordState } from '../state.ts';
import { acknowledge, change, find, followUp, type ReplyBody, unknownMessage } from './answers.ts';
import type { Upload } from '../uploads.ts';
import { failing } from './failing.ts';
import type { Interaction, Interactions } from './interactions.ts';
import { type InteractionMessage, messagePayload } from './messagePayload.ts';

const APP = SANDBOX_APP.clientId;
const MESSAGE = `/api/v10/webhooks/${APP}/:token/messages/:message`;

/** Routes with which a bot answers interactions. They use the interaction's token instead of the bot's. */
export function interactionRoutes(router: Router, state: DiscordState, interactions: Interactions): void {
	const faults = async (ctx: Context, next: Next) => {
		if (!(await failing(ctx, state, 'interactions', next))) await next();
	};

	router.post('/api/v10/interactions/:id/:token/callback', faults, (ctx) => {
		const { id, token } = ctx.params as { id: string; token: string };
		const interaction = interactions.byId(id);
		const known = interaction?.token === token ? interaction : undefined;
		const wrong = acknowledge(state, known, ctx.request.body as { type: number }, uploadsOf(ctx));
		if (wrong) return answer(ctx, wrong);
		ctx.status = 204;
		return undefined;
	});

	router.post(`/api/v10/webhooks/${APP}/:token`, faults, (ctx) => {
		const interaction = ofToken(ctx);
		if (!interaction) return;
		respond(ctx, interaction, followUp(state, interaction, ctx.request.body as ReplyBody, uploadsOf(ctx)));
	});

	router.get(MESSAGE, faults, (ctx) => {
		const interaction = ofToken(ctx);
		if (!interaction) return;
		const message = find(interaction, ctx.params['message'] as string);
		respond(ctx, interaction, message ?? unknownMessage);
	});

	router.patch(MESSAGE, faults, (ctx) => {
		const interaction = ofToken(ctx);
		if (!interaction) return;
		const messageId = ctx.params['message'] as string;
		const body = ctx.request.body as ReplyBody;
		respond(ctx, interaction, change(state, interaction, messageId, body, uploadsOf(ctx)));
	});

	/** The files of messages, whose addresses Discord gives. */
	router.get('/attachments/:channel/:id/:name', (ctx) => {
		const file = state.files.get(ctx.path);
		if (!file) return;
		ctx.type = file.type;
		ctx.body = Buffer.from(file.bytes);
	});

	function ofToken(ctx: Context & { params?: Record<string, string> }): Interaction | null {
		const interaction = interactions.byToken(ctx.params?.['token'] ?? '');
		if (!interaction) answer(ctx, rejection(10_015));
		return interaction ?? null;
	}
}

function uploadsOf({ state }: Context): readonly Upload[] {
	return (state['uploads'] ?? []) as Upload[];
}

function respond(ctx: Context, { channelId }: Interaction, outcome: InteractionMessage | Rejection): void {
	if ('status' in outcome) answer(ctx, outcome);
	else ctx.body = messagePayload(outcome, channelId);
}
