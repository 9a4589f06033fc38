import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { PassThrough } from 'node:stream';
import type Router from '@koa/router';
import type { DiscordState, SandboxMessage } from '../discord/state.ts';
import type { NikeShop } from '../retail/nikeShop.ts';
import { shopProductOf } from '../retail/nikeSiteRoutes.ts';
import type { ShopId, Shops } from '../retail/shops/table.ts';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '../seeds.ts';

const FILES = {
	'/': ['index.html', 'html'],
	'/page.js': ['page.js', 'js'],
	'/products.js': ['products.js', 'js'],
	'/slash.js': ['slash.js', 'js'],
	'/messages.js': ['messages.js', 'js'],
	'/page.css': ['page.css', 'css'],
	'/messages.css': ['messages.css', 'css'],
} as const;
const SHOWN_MESSAGES = 200;

/** Serves the live page that shows the sandbox's Discord as its users see it and controls the sandbox. */
export function pageRoutes(
	router: Router,
	{
		discord,
		nike,
		shops,
		shopOrigin,
	}: { discord: DiscordState; nike: NikeShop; shops: Shops; shopOrigin: (shop: ShopId) => string },
): void {
	for (const [path, [file, type]] of Object.entries(FILES)) {
		router.get(path, (ctx) => {
			ctx.type = type;
			ctx.body = readFileSync(new URL(file, import.meta.url), 'utf8');
		});
	}

	// The parser that the announcement preview also uses, as JavaScript, because this page has no bundler.
	router.get('/discordMarkdown.js', (ctx) => {
		const source = readFileSync(new URL(import.meta.resolve('@dropwire/domain/discordMarkdown')), 'utf8');
		ctx.type = 'js';
		ctx.body = stripTypeScriptTypes(source);
	});

	router.get('/page/state', (ctx) => {
		const guilds = Object.values(SANDBOX_GUILDS).map(({ id, name }) => ({
			id: id as string | null,
			name: name as string,
		}));
		const others = [...discord.channels.values()].some((channel) => channel.guildId === null);
		if (others) guilds.push({ id: null, name: 'Other channels' });
		ctx.body = {
			guilds: guilds.map((guild) => ({
				...guild,
				channels: [...discord.channels.values()]
					.filter((channel) => channel.guildId === guild.id)
					.slice(0, 100)
					.map((channel) => ({
						...channel,
						webhooks: [...discord.webhooks.values()]
							.filter((webhook) => webhook.channelId === channel.id)
							.slice(0, 15)
							.map(({ id, token }) => ({ id, url: `http://${ctx.host}/api/webhooks/${id}/${token}` })),
					})),
			})),
			users: Object.entries(SANDBOX_USERS).map(([name, { about }]) => ({ name, about })),
			messages: discord.messages.slice(-SHOWN_MESSAGES),
		};
	});

	router.get('/page/shops', (ctx) => {
		ctx.body = [
			{ id: 'nike', name: 'Nike, US', url: '/retail/nike', products: productsOf(nike) },
			...[...shops].map(([id, shop]) => ({
				id,
				name: shop.name,
				url: shopOrigin(id),
				products: shop.catalogue(),
			})),
		];
	});

	router.get('/page/live', (ctx) => {
		const stream = new PassThrough();
		const send = (message: SandboxMessage) => stream.write(`data: ${JSON.stringify(message)}\n\n`);
		stream.write(': open\n\n');
		discord.changes.on('message', send);
		ctx.req.on('close', () => {
			discord.changes.off('message', send);
			stream.end();
		});
		ctx.type = 'text/event-stream';
		ctx.set('cache-control', 'no-cache');
		ctx.body = stream;
	});
}

/** The products of Nike's feed in the US, in the form of the other shops' products. */
function productsOf(nike: NikeShop) {
	return nike.productsOf('US').map((product) => {
		const { sku, ...shown } = shopProductOf(product);
		return { ...shown, sku, status: product.merchProduct.status, path: `/t/_/${sku}` };
	});
}
