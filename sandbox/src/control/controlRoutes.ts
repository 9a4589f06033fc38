import type Router from '@koa/router';
import type { DiscordLimits } from '../discord/limits.ts';
import type { DiscordFault, DiscordWorld } from '../discord/world.ts';
import type { NikeFault, NikeWorld, ProductChange } from '../retail/nikeWorld.ts';
import type { XFault, XWorld } from '../x/xWorld.ts';

const FOREVER = 1_000_000_000;

/** How tests and people drive the sandbox. JSON both ways; a wrong request is a 400 that says why. */
export function controlRoutes(
	router: Router,
	{ discord, nike, x }: { discord: DiscordWorld; nike: NikeWorld; x: XWorld },
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
		nike.reset();
		x.reset();
		ctx.body = {};
	});

	router.get('/control/discord/webhooks', (ctx) => {
		ctx.body = [...discord.webhooks.values()].map((webhook) => ({
			...webhook,
			url: urlOf(`http://${ctx.host}`, webhook),
		}));
	});

	router.post('/control/discord/webhooks', (ctx) => {
		const { count, channelId, ownChannels } = ctx.request.body as {
			count: number;
			channelId?: string;
			ownChannels?: boolean;
		};
		const shared = channelId ?? discord.createChannel('webhooks');
		ctx.body = Array.from({ length: count }, (_, index) => {
			const webhook = discord.createWebhook(ownChannels ? discord.createChannel(`channel-${index}`) : shared);
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
		discord.faults = [];
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

	router.post('/control/retail/nike/faults', (ctx) => {
		const { region, times, fault } = ctx.request.body as {
			region?: string;
			times: number | 'forever';
			fault: NikeFault;
		};
		nike.faults.push({ region: region ?? null, left: times === 'forever' ? FOREVER : times, fault });
		ctx.body = {};
	});

	router.delete('/control/retail/nike/faults', (ctx) => {
		nike.faults = [];
		ctx.body = {};
	});

	router.get('/control/x/posts', (ctx) => {
		ctx.body = { posts: x.posts, requests: x.requests };
	});

	router.post('/control/x/faults', (ctx) => {
		const { times, fault } = ctx.request.body as { times: number | 'forever'; fault: XFault };
		x.faults.push({ left: times === 'forever' ? FOREVER : times, fault });
		ctx.body = {};
	});

	router.get('/control/retail/nike/requests', (ctx) => {
		ctx.body = { count: nike.requestCount, last: nike.requests };
	});
}

function urlOf(origin: string, { id, token }: { id: string; token: string }): string {
	return `${origin}/api/webhooks/${id}/${token}`;
}
