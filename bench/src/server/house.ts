/**
 * The whole server in a process of its own, with data, and beside it a bare Koa handler that answers the same bytes.
 * Prints where they are and how to be let in; ends with its parent.
 */
import { openHouse } from '@dropwire/bff/testing';
import { operatorList, TopicRow } from '@dropwire/db';
import { subscribeMany } from '@dropwire/engine';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import Koa from 'koa';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const ROWS = 500;
const CHANNELS = 200;
/** Rows of the console's largest screen. */
const MANY = 5000;

const house = await openHouse({ limitFactor: 1_000_000 });
const { knex, vault } = house.db;
const ada = await house.signIn('ada');
const cleo = await house.signIn('cleo');
const guildId = SANDBOX_GUILDS.soleSearchers.id;

const webhook = (n: number) => {
	const id = String(400_000_000_000_000_000n + BigInt(n));
	return { id, token: `token-${n}`, url: `https://discord.com/api/webhooks/${id}/token-${n}` };
};
await house.db.transaction(async (trx) => {
	const shoes = await TopicRow.query(trx)
		.findOne({ brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' })
		.throwIfNotFound();
	await subscribeMany(
		trx,
		vault,
		Array.from({ length: ROWS }, (_, n) => ({
			place: { list: operatorList(shoes.id), topicId: shoes.id, guildChannelId: null, label: `webhook ${n}` },
			webhook: webhook(n),
		})),
	);
});
await house.db.transaction(async (trx) => {
	const groups = await TopicRow.query(trx).where({ brand: 'NIKE', category: 'EQUIPMENT' });
	await subscribeMany(
		trx,
		vault,
		Array.from({ length: MANY }, (_, n) => {
			const topic = groups[n % groups.length] as TopicRow;
			const place = { list: operatorList(topic.id), topicId: topic.id, guildChannelId: null, label: `row ${n}` };
			return { place, webhook: webhook(100_000 + n) };
		}),
	);
});
await cleo.api.guildList();
// As many topics as there are, up to the number asked for: each is a channel once.
const topics = await TopicRow.query(knex).limit(CHANNELS);
await knex('guilds')
	.insert({ guildId, name: 'Sole Searchers', icon: null, updatedAt: 1 })
	.onConflict('guildId')
	.ignore();
await knex('guild_channels').insert(topics.map(({ id }) => ({ guildId, topicId: id, createdAt: 1 })));
const { shortUrl } = await ada.api.urlShorten({ originalUrl: 'https://www.nike.com/t/dunk' });

const paths = {
	'/api/user': cleo.cookieHeader(),
	[`/api/channellist?guildId=${guildId}`]: cleo.cookieHeader(),
	'/api/nikewebhooks?region=US&category=shoes': ada.cookieHeader(),
	[new URL(shortUrl).pathname]: '',
};

/** What Node writes by itself. */
const OF_NODE = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);
const answers = new Map<string, { status: number; headers: [name: string, value: string][]; body: string }>();
for (const [path, cookie] of Object.entries(paths)) {
	const response = await fetch(house.server.origin + path, { redirect: 'manual', headers: { cookie } });
	const headers = [...response.headers].filter(([name]) => !OF_NODE.has(name));
	answers.set(path, { status: response.status, headers, body: await response.text() });
}
const bare = new Koa();
bare.use((ctx) => {
	const answer = answers.get(ctx.url);
	if (!answer) return;
	ctx.status = answer.status;
	for (const [name, value] of answer.headers) ctx.res.setHeader(name, value);
	ctx.body = answer.body;
});
const bareServer = bare.listen(0, '127.0.0.1');
await once(bareServer, 'listening');
const bareOrigin = `http://127.0.0.1:${(bareServer.address() as AddressInfo).port}`;

/** Lists whose tables grow, and how a row of each table looks. */
const LISTS = {
	events: {
		ask: () => ada.api.events(),
		table: 'events',
		row: (n: number) => ({ source: 'NIKE', sku: `SKU-${n}`, region: 'US', kind: 'PRICE', at: n }),
	},
	deliveries: {
		ask: () => ada.api.deliveries(),
		table: 'deliveries',
		row: (n: number) => ({ messageId: 1, target: `row ${n}`, status: 'sent', queuedAt: n }),
	},
	audit: {
		ask: () => ada.api.audit(),
		table: 'audit',
		row: (n: number) => ({ at: n, via: 'session', action: 'x', target: 'y' }),
	},
	posts: {
		ask: () => ada.api.socialPosts(),
		table: 'social_posts',
		// Each is about an event, of which there are as many by now.
		row: (n: number) => ({ eventId: n + 1, keyword: 'x', text: 'y', status: 'posted', createdAt: n }),
	},
	'short URLs': {
		ask: () => ada.api.shortUrls(),
		table: 'short_urls',
		row: (n: number) => ({ slug: `s${n}`, url: 'https://x.example', createdAt: n, createdBy: '1' }),
	},
};

async function growth(sizes: readonly number[]): Promise<{ name: string; ms: number[] }[]> {
	await knex('messages').insert({ id: 1, kind: 'TEST', body: '{}', seenAt: 1, queuedAt: 1, expiresAt: 1 });
	const found = [];
	for (const [name, { ask, table, row }] of Object.entries(LISTS)) {
		const ms = [];
		let stored = 0;
		for (const size of sizes) {
			for (; stored < size; stored += 100) {
				await knex(table).insert(Array.from({ length: 100 }, (_, n) => row(stored + n)));
			}
			// What the server does by itself some seconds after a table has grown, and has done long since for one that grew slowly.
			if (house.db.dialect === 'mysql') await knex.raw('analyze table ??', [table]);
			const times = [];
			for (let n = 0; n < 40; n++) {
				const at = performance.now();
				await ask();
				times.push(performance.now() - at);
			}
			ms.push(times.sort((a, b) => a - b)[20] ?? 0);
		}
		found.push({ name, ms });
	}
	return found;
}

/** Bulk and lists are measured here, where the database is. */
process.on('message', (asked: { rows: number } | { sizes: number[] }) => {
	if ('sizes' in asked) {
		void growth(asked.sizes).then((found) => process.send?.(found));
		return;
	}
	void (async () => {
		const place = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
		const rows = Array.from({ length: asked.rows }, (_, n) => ({
			action: 'SET',
			...place,
			label: `row ${n}`,
			value: webhook(1000 + n).url,
		}));
		globalThis.gc?.();
		const before = process.memoryUsage().rss;
		let most = before;
		const watch = setInterval(() => {
			most = Math.max(most, process.memoryUsage().rss);
		}, 10);
		const at = performance.now();
		await ada.api.bulkWebhooks({ rows });
		const ms = performance.now() - at;
		clearInterval(watch);
		process.send?.({ ms, megabytes: (Math.max(most, process.memoryUsage().rss) - before) / 1e6 });
	})();
});
process.send?.({ origin: house.server.origin, bareOrigin, paths });
process.once('disconnect', () => process.exit(0));
