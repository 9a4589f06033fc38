/**
 * Runs the complete server with data in a separate process, next to a bare Koa handler that returns the same bytes.
 * Prints the addresses and credentials of both. Exits when its parent exits.
 */
import { openTestServer } from '@dropwire/bff/testing';
import { Place, TopicRow } from '@dropwire/db';
import { REGIONS } from '@dropwire/domain';
import { subscribeMany } from '@dropwire/engine';
import Koa from 'koa';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { openSessions } from './sessions.ts';

const ROWS = 500;
const CHANNELS = 200;
/** Servers whose channels are listed. */
const GUILDS = 50;
/** Sessions of different people, so that no request meets data that an earlier one has just read. */
const SESSIONS = 5000;
/** Number of rows on the console's largest screen. */
const MANY = 5000;

const testServer = await openTestServer({ limitFactor: 1_000_000 });
const { knex, vault } = testServer.db;
const ada = await testServer.signIn('ada');
// Before the rows are stored: storing them takes longer than this connection stays open.
const { shortUrl } = await ada.api.urlShorten({ originalUrl: 'https://www.nike.com/t/dunk' });

const webhook = (n: number) => {
	const id = String(400_000_000_000_000_000n + BigInt(n));
	return { id, token: `token-${n}`, url: `https://discord.com/api/webhooks/${id}/token-${n}` };
};
await testServer.db.transaction(async (trx) => {
	const shoes = await TopicRow.query(trx).where({ brand: 'NIKE', category: 'SHOES', status: 'ACTIVE' });
	const rows = shoes.flatMap(({ id }) => Array.from({ length: ROWS }, (_, n) => Place.operator(id, `webhook ${n}`)));
	await subscribeMany(
		trx,
		vault,
		rows.map((place, n) => ({ place, webhook: webhook(n) })),
	);
});
await testServer.db.transaction(async (trx) => {
	const groups = await TopicRow.query(trx).where({ brand: 'NIKE', category: 'EQUIPMENT' });
	await subscribeMany(
		trx,
		vault,
		Array.from({ length: MANY }, (_, n) => {
			const topic = groups[n % groups.length] as TopicRow;
			const place = Place.operator(topic.id, `row ${n}`);
			return { place, webhook: webhook(100_000 + n) };
		}),
	);
});
const guildIds = Array.from({ length: GUILDS }, (_, n) => String(500_000_000_000_000_000n + BigInt(n)));
const topics = await TopicRow.query(knex).limit(CHANNELS);
for (const guildId of guildIds) {
	await knex('guilds').insert({ guildId, name: 'Sole Searchers', icon: null, updatedAt: 1 });
	await knex('guild_channels').insert(topics.map(({ id }) => ({ guildId, topicId: id, createdAt: 1 })));
}
const cookies = await openSessions(testServer, SESSIONS);

// Storing the rows blocked this process, so the connections above have expired; this lets both sides notice.
await setTimeout(1000);

/** The path of the n-th request. */
const paths: ((n: number) => string)[] = [
	() => '/api/user',
	(n) => `/api/channellist?guildId=${guildIds[n % GUILDS]}`,
	(n) => `/api/nikewebhooks?region=${REGIONS[n % REGIONS.length]}&category=shoes`,
	() => new URL(shortUrl).pathname,
];
const questions = paths.map((pathOf) => cookies.map((cookie, n) => ({ path: pathOf(n), headers: { cookie } })));

/** Headers that Node adds. */
const OF_NODE = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);
const answers = new Map<string, { status: number; headers: [name: string, value: string][]; body: string }>();
for (const pathOf of paths) {
	const path = pathOf(0);
	const response = await fetch(testServer.server.origin + path, {
		redirect: 'manual',
		headers: { cookie: ada.cookieHeader() },
	});
	const headers = [...response.headers].filter(([name]) => !OF_NODE.has(name));
	answers.set(path.replace(/\?.*/, ''), { status: response.status, headers, body: await response.text() });
}
const bare = new Koa();
bare.use((ctx) => {
	const answer = answers.get(ctx.path);
	if (!answer) return;
	ctx.status = answer.status;
	for (const [name, value] of answer.headers) ctx.res.setHeader(name, value);
	ctx.body = answer.body;
});
const bareServer = bare.listen(0, '127.0.0.1');
await once(bareServer, 'listening');
const bareOrigin = `http://127.0.0.1:${(bareServer.address() as AddressInfo).port}`;

/** The lists whose tables grow, and a sample row of each table. */
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
		// Each post belongs to an event; by now there are as many events.
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
			// The server does this in the background a few seconds after a table has grown, so a table that grew slowly
			// is already analyzed.
			if (testServer.db.dialect === 'mysql') await knex.raw('analyze table ??', [table]);
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

/** Measures bulk calls and lists in this process, which has the database. */
process.on('message', (asked: { cpu: true } | { rows: number } | { sizes: number[] }) => {
	if ('cpu' in asked) {
		const { user, system } = process.cpuUsage();
		process.send?.(user + system);
		return;
	}
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
		let max = before;
		const watch = setInterval(() => {
			max = Math.max(max, process.memoryUsage().rss);
		}, 10);
		const at = performance.now();
		await ada.api.bulkWebhooks({ rows });
		const ms = performance.now() - at;
		clearInterval(watch);
		process.send?.({ ms, megabytes: (Math.max(max, process.memoryUsage().rss) - before) / 1e6 });
	})();
});
process.send?.({ origin: testServer.server.origin, bareOrigin, questions });
process.once('disconnect', () => process.exit(0));
