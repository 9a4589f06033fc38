import type Router from '@koa/router';
import type { DiscordLimits } from '../discord/limits.ts';
import { channelPayload } from '../discord/payloads.ts';
import type { DiscordFault } from '../discord/faults.ts';
import type { DiscordState } from '../discord/state.ts';
import type { Entitlements } from '../discord/store/entitlements.ts';
import type { EbayState } from '../ebay/ebayState.ts';
import type { NikeShop, ProductChange } from '../retail/nikeShop.ts';
import type { Shops } from '../retail/shops/table.ts';
import type { XFault, XState } from '../x/xState.ts';

const FOREVER = 1_000_000_000;

/**
 * Routes with which tests and developers control the sandbox. Requests and responses are JSON; an invalid request
 * returns 400 with the reason.
 */
export function controlRoutes(
	router: Router,
	{
		discord,
		entitlements,
		nike,
		shops,
		x,
		ebay,
	}: { discord: DiscordState; entitlements: Entitlements; nike: NikeShop; shops: Shops; x: XState; ebay: EbayState },
): void {
	router.use('/control', async (ctx, next) => {
		try {
			await next();
		} catch (error) {
			ctx.status = 400;
			ctx.body = { error: (error as Error).message };
		}
	});

	router.post('/control/reset', (ctx) => {
		discord.reset();
		entitlements.reset();
		nike.reset();
		for (const shop of shops.values()) shop.reset();
		x.reset();
		ebay.reset();
		ctx.body = {};
	});

	router.get('/control/discord/webhooks', (ctx) => {
		ctx.body = [...discord.webhooks.values()].map((webhook) => ({
			...webhook,
			url: urlOf(`http://${ctx.host}`, webhook),
		}));
	});

	router.post('/control/discord/webhooks', (ctx) => {
		const { count, channelId, guildId, ownChannels, applicationId } = ctx.request.body as {
			count: number;
			channelId?: string;
			guildId?: string;
			ownChannels?: boolean;
			applicationId?: string;
		};
		const open = (name: string) => openChannel(discord, name, guildId ?? null);
		const shared = channelId ?? open('webhooks');
		ctx.body = Array.from({ length: count }, (_, index) => {
			const place = ownChannels ? open(`channel-${index}`) : shared;
			const webhook = discord.createWebhook(place, undefined, applicationId === undefined ? {} : { applicationId });
			return { ...webhook, url: urlOf(`http://${ctx.host}`, webhook) };
		});
	});

	router.delete('/control/discord/webhooks/:id', (ctx) => {
		if (!discord.deleteWebhook(ctx.params['id'] as string)) throw new Error('There is no such webhook');
		ctx.body = {};
	});

	router.post('/control/discord/webhooks/:id/rotate', (ctx) => {
		const webhook = discord.webhooks.get(ctx.params['id'] as string);
		if (!webhook) throw new Error('There is no such webhook');
		webhook.token = `${webhook.token}-rotated`;
		ctx.body = { ...webhook, url: urlOf(`http://${ctx.host}`, webhook) };
	});

	router.post('/control/discord/faults', (ctx) => {
		const { webhookId, times, fault } = ctx.request.body as {
			webhookId?: string;
			times: number | 'forever';
			fault: DiscordFault;
		};
		discord.faults.push({ webhookId: webhookId ?? null, left: times === 'forever' ? FOREVER : times, fault });
		ctx.body = {};
	});

	router.delete('/control/discord/faults', (ctx) => {
		discord.heal();
		ctx.body = {};
	});

	router.put('/control/discord/limits', (ctx) => {
		discord.limits = { ...discord.limits, ...(ctx.request.body as Partial<DiscordLimits>) };
		ctx.body = discord.limits;
	});

	router.get('/control/discord/stats', (ctx) => {
		ctx.body = discord.stats;
	});

	router.get('/control/discord/messages', (ctx) => {
		const { webhookId, channelId } = ctx.query;
		ctx.body = discord.messages.filter(
			(message) => (!webhookId || message.webhookId === webhookId) && (!channelId || message.channelId === channelId),
		);
	});

	router.delete('/control/discord/messages/:id', (ctx) => {
		if (!discord.deleteMessage(ctx.params['id'] as string)) throw new Error('There is no such message');
		ctx.body = {};
	});

	router.post('/control/retail/nike/products', (ctx) => {
		const { sku, region, change } = ctx.request.body as { sku: string; region: string; change: ProductChange };
		nike.change(sku, region, change);
		ctx.body = {};
	});

	router.post('/control/retail/nike/more', (ctx) => {
		const { count, regions, prefix } = ctx.request.body as { count: number; regions: string[]; prefix?: string };
		ctx.body = nike.addProducts(count, regions, prefix);
	});

	router.get('/control/retail/nike/products', (ctx) => {
		ctx.body = nike.catalogue();
	});

	router.get('/control/x/posts', (ctx) => {
		ctx.body = { posts: x.posts, requests: x.requests };
	});

	router.post('/control/x/faults', (ctx) => {
		const { times, fault } = ctx.request.body as { times: number | 'forever'; fault: XFault };
		x.faults.push({ left: times === 'forever' ? FOREVER : times, fault });
		ctx.body = {};
	});
}

/** Creates a channel, and sends the event to the bot if the bot is in its guild. */
function openChannel(discord: DiscordState, name: string, guildId: string | null): string {
	const id = discord.createChannel(name, guildId);
	const guild = guildId ? discord.guilds.get(guildId) : undefined;
	if (guildId && !guild) throw new Error('There is no such server');
	if (guild) discord.news.emit('news', guild.id, 'CHANNEL_CREATE', channelPayload({ id, guildId, name }, guild));
	return id;
}

function urlOf(origin: string, { id, token }: { id: string; token: string }): string {
	return `${origin}/api/webhooks/${id}/${token}`;
}
