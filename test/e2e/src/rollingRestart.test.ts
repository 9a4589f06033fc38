import { Delivery } from '@dropwire/db';
import { onServer } from '@dropwire/db/testing';
import { aReport, canStartRedis } from '@dropwire/engine/testing';
import { OPEN_STATUSES } from '@dropwire/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, openCluster } from './cluster.ts';
import { canOpenProxy } from './proxy.ts';
import type { Visitor } from './visitor.ts';

const WEBHOOKS = 50;
/** Ten events a second from two monitors, unless the machine is too busy for as many. */
const MONITORS = 2;
const PAUSE_MS = 200;
/** Monitors wait while more messages than this have not arrived. */
const MAX_WAITING = 5 * WEBHOOKS;

// Several processes need a database server. `.ci/run` installs nginx and Redis; elsewhere these tests may be skipped.
describe.skipIf(!onServer || !canOpenProxy || !canStartRedis)('two servers and two engines behind nginx', () => {
	let cluster: Cluster;
	let ada: Visitor;
	let bearer: { authorization: string; 'content-type': string };
	beforeAll(async () => {
		cluster = await openCluster();
		ada = cluster.proxy.visitor();
	});
	afterAll(() => cluster?.close());

	/** Submits a product with another price, as an external monitor does. Each product has its own, so none waits. */
	async function submit(n: number): Promise<string> {
		const price = { current: 10_000 + n, full: 20_000, currency: 'USD' } as const;
		const events = [aReport({ sku: `CK9246-${100 + (n % 20)}`, title: `Vomero ${n}`, price })];
		const request = { method: 'POST', headers: bearer, body: JSON.stringify({ events }) };
		const answer = await ada.ask('/api/events', request).catch(String);
		if (typeof answer === 'string') return answer;
		if (answer.status !== 202) return `${answer.status} ${answer.body}`;
		const { data } = JSON.parse(answer.body) as { data: { kind: string | null }[] };
		return `202 ${data[0]?.kind}`;
	}

	test('a sign-in may begin at one server and end at the other', async () => {
		// nginx sends each request to the next server.
		expect((await ada.signIn()).at(-1)).toBe('/dashboard/admin');
		const reads = [await ada.ask('/api/user'), await ada.ask('/api/user')];
		expect(reads.map(({ status }) => status)).toEqual([200, 200]);
	});

	test('restarting each process in turn fails no call and loses no message', async () => {
		const token = { name: 'monitor', scopes: ['read', 'write'] };
		const made = await ada.ask('/api/tokens', { method: 'POST', body: JSON.stringify(token) });
		const { data } = JSON.parse(made.body) as { data: { token: string } };
		bearer = { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' };
		const webhooks = await cluster.sandbox.control.createWebhooks({ count: WEBHOOKS, ownChannels: true });
		const list = JSON.stringify(webhooks.map(({ url }) => url));
		expect((await ada.ask('/api/webhooks', { method: 'POST', body: list })).status).toBe(200);
		let next = 0;
		while (next < 20) expect(await submit(next++)).toBe('202 null');
		const answers: string[] = [];
		const reads: (number | string)[] = [];
		const restart = new AbortController();
		const monitor = async () => {
			while (!restart.signal.aborted) {
				const { stored } = await cluster.sandbox.control.stats();
				if (answers.length * WEBHOOKS - stored < MAX_WAITING) answers.push(await submit(next++));
				await pause();
			}
		};
		const reader = async () => {
			while (!restart.signal.aborted) {
				const user = ada.ask('/api/user');
				reads.push(await user.then(({ status }) => status, String));
				await pause();
			}
		};
		const load = [...Array.from({ length: MONITORS }, monitor), reader()];
		try {
			await cluster.restartAll();
		} finally {
			restart.abort();
			await Promise.all(load);
		}
		expect(new Set(answers)).toEqual(new Set(['202 PRICE']));
		expect(new Set(reads)).toEqual(new Set([200]));
		const open = () =>
			Delivery.query(cluster.db.knex)
				.whereIn('status', [...OPEN_STATUSES])
				.resultSize();
		await expect.poll(open).toBe(0);
		const arrived = (await cluster.sandbox.control.messages()).map(({ webhookId, body }) => {
			const { embeds } = body as { embeds: { title: string }[] };
			return `${webhookId} ${embeds[0]?.title}`;
		});
		expect(arrived).toHaveLength(answers.length * WEBHOOKS);
		expect(new Set(arrived).size).toBe(arrived.length);
	});
});

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
