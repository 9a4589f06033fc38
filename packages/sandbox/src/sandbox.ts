import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { type Control, createControl } from './control/control.ts';
import { botControlRoutes } from './control/botControlRoutes.ts';
import { controlRoutes } from './control/controlRoutes.ts';
import { shopControlRoutes } from './control/shopControlRoutes.ts';
import { apiRoutes } from './discord/api.ts';
import { botRoutes } from './discord/bot/botRoutes.ts';
import { Gateway } from './discord/bot/gateway.ts';
import { inviteRoutes } from './discord/bot/inviteRoutes.ts';
import { interactionRoutes } from './discord/bot/interactionRoutes.ts';
import { Interactions } from './discord/bot/interactions.ts';
import { executeWebhook } from './discord/execute.ts';
import type { DiscordLimits } from './discord/limits.ts';
import { oauthRoutes, Sessions } from './discord/oauth.ts';
import { readWebhook } from './discord/readWebhook.ts';
import { roleConnectionRoutes } from './discord/roleConnections.ts';
import { blockAnonymous } from './discord/replies.ts';
import { DiscordState, type RequestCheck } from './discord/state.ts';
import { Entitlements } from './discord/store/entitlements.ts';
import { storeRoutes } from './discord/store/storeRoutes.ts';
import { WebhookEvents } from './discord/store/webhookEvents.ts';
import { callbackOf, closed, listen } from './listen.ts';
import { EBAY_PATH, ebayRoutes } from './ebay/ebayRoutes.ts';
import { EbayState } from './ebay/ebayState.ts';
import { pageRoutes } from './page/pageRoutes.ts';
import { EXCHANGE_RATES_PATH, exchangeRateRoutes } from './retail/exchangeRateRoutes.ts';
import { feedRoutes } from './retail/feedRoutes.ts';
import { imageRoutes } from './retail/imageRoutes.ts';
import { startLives } from './retail/lives.ts';
import { NikeShop } from './retail/nikeShop.ts';
import { nikeSiteRoutes } from './retail/nikeSiteRoutes.ts';
import { shopRoutes } from './retail/shopRoutes.ts';
import { type ShopAddresses, startShops } from './retail/shops/addresses.ts';
import { shopFolders } from './retail/shops/serve.ts';
import { createShops, type ShopId } from './retail/shops/table.ts';
import { keepInFile } from './store.ts';
import { xRoutes } from './x/xRoutes.ts';
import { XState } from './x/xState.ts';

export interface SandboxOptions {
	/** The port; 0 selects any free port. */
	port?: number;
	host?: string;
	/** The file that stores its state between starts. Without a file, the state is lost on exit. */
	dataFile?: string;
	limits?: Partial<DiscordLimits>;
	/** Whether the feed sends ETags, which allow conditional requests; true by default. */
	etags?: boolean;
	/** Checks the body of every request to Discord's API. With it, `close` rejects if a request was invalid. */
	check?: RequestCheck;
	/** Whether products change in the background. */
	lives?: boolean;
}

export interface Sandbox {
	/** The value for DISCORD_URL. */
	origin: string;
	/** The address of a source's shop by the source's name, for SHOP_URLS. */
	shopUrl: (name: string) => string;
	/** The origin of a shop, where its pages have the paths of the real one: for links, and for the test of links. */
	shopOrigin: (shop: ShopId) => string;
	/** The value for PRIVATE_SHOPS: the sandbox and all its shops. */
	privateShops: string;
	/** The address of all picture servers, for SHOP_URLS. */
	imagesUrl: string;
	/** The value for EXCHANGE_RATES_URL. */
	exchangeRatesUrl: string;
	/** The value for EBAY_API_URL. */
	ebayUrl: string;
	/** The value for X_API_URL. */
	xUrl: string;
	control: Control;
	/** What was wrong with requests since the last call, for a test that makes invalid ones; needs a check. */
	invalidRequests(): string[];
	close(): Promise<void>;
}

/** Starts a local Discord and local retailers on one port. Rejects if the port is in use. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', dataFile, limits, check, etags = true, lives = false } = options;
	let origin = '';
	const discord = new DiscordState(limits, check);
	const nike = new NikeShop(() => origin);
	const shops = createShops();
	const x = new XState();
	const ebay = new EbayState();
	nike.etags = etags;
	const interactions = new Interactions(discord);
	const gateway = new Gateway(discord, () => origin);
	const sessions = new Sessions();
	const events = new WebhookEvents();
	const entitlements = new Entitlements(discord, events);
	const progress = { steps: 0 };

	const router = new Router();
	inviteRoutes(router, discord);
	oauthRoutes(router, discord, sessions);
	apiRoutes(router, discord, sessions);
	roleConnectionRoutes(router, discord, sessions);
	botRoutes(router, discord, gateway, interactions);
	interactionRoutes(router, discord, interactions);
	feedRoutes(router, nike);
	nikeSiteRoutes(router, nike, () => origin);
	imageRoutes(router, nike);
	exchangeRateRoutes(router);
	shopRoutes(router, nike);
	xRoutes(router, x);
	ebayRoutes(router, ebay);
	controlRoutes(router, { discord, entitlements, nike, shops, x, ebay });
	storeRoutes(router, { state: discord, entitlements, events });
	shopControlRoutes(router, { nike, shops, ebay });
	botControlRoutes(router, { discord, gateway, interactions, sessions });
	let addresses: ShopAddresses;
	pageRoutes(router, { discord, nike, shops, shopOrigin: (id) => addresses.of(id) });
	const checked: Middleware = async (ctx, next) => {
		await next();
		if (!ctx.path.startsWith('/api/v10/') || !ctx.is('json', 'multipart')) return;
		const rejection = ctx.status === 400 && !ctx.state['isFault'] ? { status: 400, body: ctx.body } : null;
		discord.checkRequest(ctx.method, ctx.path, ctx.request.body, rejection);
	};
	const handle = callbackOf((app) =>
		app
			.use(checked)
			.use(router.routes())
			.use(shopFolders(shops, () => origin)),
	);

	const server = createServer((request, response) => {
		if (
			blockAnonymous(discord, request, response) ||
			executeWebhook(discord, request, response) ||
			readWebhook(discord, request, response)
		)
			return;
		handle(request, response);
	});
	server.on('upgrade', (request, socket, head) => {
		if (!gateway.upgrade(request, socket, head)) socket.destroy();
	});
	server.keepAliveTimeout = 60_000;
	await listen(server, port, host);
	addresses = await startShops(shops, { port, host, sandbox: () => origin });
	// Opened after the port, because the file belongs to the process that listens on the port.
	const stopKeeping = dataFile
		? keepInFile(dataFile, { discord, entitlements, interactions, nike, shops, sessions, progress })
		: () => {};
	origin = `http://${host}:${(server.address() as AddressInfo).port}`;
	discord.origin = origin;
	const stopLives = lives ? startLives({ nike, shops }, progress) : () => {};

	return {
		origin,
		shopUrl: (name) => shopUrl(origin, name),
		shopOrigin: addresses.of,
		privateShops: [origin, ...addresses.all].join(','),
		imagesUrl: `${origin}/retail/images`,
		exchangeRatesUrl: `${origin}${EXCHANGE_RATES_PATH}`,
		ebayUrl: `${origin}${EBAY_PATH}`,
		xUrl: `${origin}/retail/x`,
		control: createControl(origin),
		invalidRequests: () => discord.violations.splice(0),
		async close() {
			stopLives();
			stopKeeping();
			gateway.close();
			await Promise.all([closed(server), addresses.close()]);
			if (discord.violations.length > 0) {
				throw new Error(`Requests that Discord rejects:\n${[...new Set(discord.violations)].join('\n')}`);
			}
		},
	};
}

/**
 * The address of a source's shop in the sandbox at `origin`. A source without a shop in the sandbox finds no products
 * there.
 */
export function shopUrl(origin: string, name: string): string {
	return `${origin}/retail/${name.toLowerCase()}`;
}
