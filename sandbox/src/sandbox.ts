import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Koa from 'koa';
import { type Control, createControl } from './control/control.ts';
import { botControlRoutes } from './control/botControlRoutes.ts';
import { controlRoutes } from './control/controlRoutes.ts';
import { apiRoutes } from './discord/api.ts';
import { botRoutes } from './discord/bot/botRoutes.ts';
import { Gateway } from './discord/bot/gateway.ts';
import { inviteRoutes } from './discord/bot/inviteRoutes.ts';
import { interactionRoutes } from './discord/bot/interactionRoutes.ts';
import { Interactions } from './discord/bot/interactions.ts';
import { executeWebhook } from './discord/execute.ts';
import type { DiscordLimits } from './discord/limits.ts';
import { oauthRoutes, Sessions } from './discord/oauth.ts';
import { DiscordWorld } from './discord/world.ts';
import { pageRoutes } from './page/pageRoutes.ts';
import { feedRoutes } from './retail/feedRoutes.ts';
import { imageRoutes } from './retail/imageRoutes.ts';
import { startLives } from './retail/lives.ts';
import { NikeWorld } from './retail/nikeWorld.ts';
import { shopRoutes } from './retail/shopRoutes.ts';
import { keepInFile } from './store.ts';
import { xRoutes } from './x/xRoutes.ts';
import { XWorld } from './x/xWorld.ts';

export interface SandboxOptions {
	/** 0: any that is free. */
	port?: number;
	host?: string;
	/** Where it is kept between starts; without it, it is forgotten. */
	dataFile?: string;
	limits?: Partial<DiscordLimits>;
	/** Whether the feed answers with ETags, so that an unchanged answer can be asked for; true unless said. */
	etags?: boolean;
	/** Things happen to the products by themselves. */
	lives?: boolean;
}

export interface Sandbox {
	/** Is DISCORD_URL. */
	origin: string;
	/** Is NIKE_API_URL. */
	nikeUrl: string;
	/** Is every *_IMAGE_URL and NIKE_STATIC_URL. */
	imagesUrl: string;
	/** Is ADIDAS_API_URL. */
	adidasUrl: string;
	/** Is X_API_URL. */
	xUrl: string;
	control: Control;
	close(): Promise<void>;
}

const HUNG_UP = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Starts a local Discord and local retailers on one port. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', dataFile, limits, etags = true, lives = false } = options;
	let origin = '';
	const discord = new DiscordWorld(limits);
	const nike = new NikeWorld(() => origin);
	const x = new XWorld();
	nike.etags = etags;
	const interactions = new Interactions(discord);
	const gateway = new Gateway(discord, () => origin);
	const sessions = new Sessions();
	const stopKeeping = dataFile ? keepInFile(dataFile, { discord, interactions, nike, sessions }) : () => {};

	const router = new Router();
	inviteRoutes(router, discord);
	oauthRoutes(router, sessions);
	apiRoutes(router, discord, sessions);
	botRoutes(router, discord, gateway, interactions);
	interactionRoutes(router, discord, interactions);
	feedRoutes(router, nike);
	imageRoutes(router, nike);
	shopRoutes(router, nike);
	xRoutes(router, x);
	controlRoutes(router, { discord, nike, x });
	botControlRoutes(router, { discord, gateway, interactions });
	pageRoutes(router, discord, nike);
	const app = new Koa();
	app.on('error', (error: Error & { code?: string }) => {
		// Who hung up while being answered knows it; everything else is a fault of the sandbox.
		if (!HUNG_UP.has(error.code ?? '')) console.error(error);
	});
	app.use(bodyParser({ enableTypes: ['json', 'form'], jsonLimit: '20mb' }));
	app.use(router.routes());
	const handle = app.callback();

	const server = createServer((request, response) => {
		if (!executeWebhook(discord, request, response)) void handle(request, response);
	});
	server.on('upgrade', (request, socket, head) => {
		if (!gateway.upgrade(request, socket, head)) socket.destroy();
	});
	server.keepAliveTimeout = 60_000;
	await listen(server, port, host);
	origin = `http://${host}:${(server.address() as AddressInfo).port}`;
	const stopLives = lives ? startLives(nike) : () => {};

	return {
		origin,
		nikeUrl: `${origin}/retail/nike`,
		imagesUrl: `${origin}/retail/images`,
		adidasUrl: `${origin}/retail/adidas`,
		xUrl: `${origin}/retail/x`,
		control: createControl(origin),
		async close() {
			stopLives();
			stopKeeping();
			gateway.close();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function listen(server: Server, port: number, host: string): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
}
