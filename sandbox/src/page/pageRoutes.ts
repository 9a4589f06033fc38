import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import type Router from '@koa/router';
import type { DiscordWorld, SandboxMessage } from '../discord/world.ts';
import type { NikeWorld } from '../retail/nikeWorld.ts';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '../seeds.ts';

const FILES = {
	'/': ['index.html', 'html'],
	'/page.js': ['page.js', 'js'],
	'/slash.js': ['slash.js', 'js'],
	'/page.css': ['page.css', 'css'],
} as const;
const SHOWN_MESSAGES = 200;

/** The page on which people read what Discord's users would read, live. */
export function pageRoutes(router: Router, discord: DiscordWorld, nike: NikeWorld): void {
	for (const [path, [file, type]] of Object.entries(FILES)) {
		router.get(path, (ctx) => {
			ctx.type = type;
			ctx.body = readFileSync(new URL(file, import.meta.url), 'utf8');
		});
	}

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
			products: nike.catalogue().filter(({ region }) => region === 'US'),
		};
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
