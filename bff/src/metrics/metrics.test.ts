import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@dropwire/db';
import { TEST_SECRET_KEY } from '@dropwire/db/testing';
import { addLivingEngine } from '@dropwire/engine/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../server.ts';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

test('each watched source reports the age of its oldest check', async () => {
	const { knex } = testServer.db;
	await addLivingEngine(testServer.db);
	const figures = {
		watched: 50,
		neverChecked: 2,
		blocked: 1,
		roundMs: 40_000,
		oldestCheckAt: Date.now() - 600_000,
		waitingSince: Date.now() - 600_000,
	};
	await knex('source_rounds').insert({ worker: '~x', source: 'NIKE', region: 'JP', host: '', ...figures });
	const text = async () => (await fetch(`${testServer.server.origin}/metrics`)).text();
	const before = await text();
	const labels = '{source="NIKE",region="JP",host=""}';
	for (const line of ['watched 50', 'never_checked 2', 'blocked 1', 'round_seconds 40', 'late 1']) {
		expect(before).toContain(`dropwire_source_${line.replace(' ', `${labels} `)}`);
	}
	expect(before).toMatch(/dropwire_source_oldest_check_seconds\{source="NIKE",region="JP",host=""\} 60\d/);
	await knex('workers').where({ id: '~x' }).delete();
	const after = await text();
	expect(after).toContain(`dropwire_source_watched${labels} 0`);
	expect(after).not.toContain(`dropwire_source_late${labels}`);
});

test('an engine that was killed and replaced is silent no longer', async () => {
	const { knex } = testServer.db;
	const worker = (id: string, ageMs: number) => ({
		id,
		egress: 'elsewhere',
		host: 'x',
		pid: 1,
		startedAt: Date.now() - ageMs - 1000,
		heartbeatAt: Date.now() - ageMs,
	});
	const heartbeats = async () =>
		[...(await (await fetch(`${testServer.server.origin}/metrics`)).text()).matchAll(/worker="(~\w+)"\} (\d+)/g)].map(
			([, name, seconds]) => `${name} ${seconds}`,
		);
	await knex('workers').insert(worker('~killed', 300_000));
	expect(await heartbeats()).toEqual(['~killed 300']);
	await knex('workers').insert(worker('~new', -9000));
	expect(await heartbeats()).toEqual([]);
	await knex('workers').whereIn('id', ['~killed', '~new']).delete();
});

test('metrics are served to this machine without a proxy, and with the token', async () => {
	const ask = (headers: Record<string, string>) => fetch(`${testServer.server.origin}/metrics`, { headers });
	await ada.api.tokens();
	const text = await (await ask({})).text();
	expect(text).toContain('dropwire_deliveries_open 0');
	expect(text).toMatch(/dropwire_workers_heartbeat_seconds\{worker="[^"]+"\}/);
	expect(text).toMatch(/dropwire_calls_total\{call="tokens",status="200"\} \d+/);
	const added = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'cf-connecting-ip', 'true-client-ip'];
	for (const header of [...added, 'forwarded', 'x-real-ip', 'via'])
		expect((await ask({ [header]: '127.0.0.1' })).status).toBe(403);
	const withToken = { 'x-forwarded-for': '8.8.8.8', authorization: `Bearer ${testServer.settings.METRICS_TOKEN}` };
	expect((await ask(withToken)).status).toBe(200);
	expect((await ask({ ...withToken, authorization: 'Bearer wrong' })).status).toBe(403);
});

test('a server without its database serves its own metrics, and says that the database is away', async () => {
	const { settings, db } = testServer;
	const url = 'mysql://dropwire:x@127.0.0.1:1/dropwire';
	const away = openDatabase({ url, dataDir: db.dataDir, secretKey: TEST_SECRET_KEY });
	onTestFinished(() => away.close());
	const log = pino({ level: 'silent' });
	const server = await startServer({ settings: { ...settings, PORT: 0 }, db: away, log, engine: null });
	onTestFinished(() => server.close());
	const scrape = () => fetch(`${server.origin}/metrics`);
	await scrape();
	const answer = await scrape();
	expect(answer.status).toBe(200);
	const text = await answer.text();
	expect(text).toContain('dropwire_database_up 0');
	expect(text).toContain('dropwire_calls_total{call="metrics",status="200"} 1');
	expect(text).not.toMatch(/^dropwire_(deliveries|edits|webhooks|workers|source)_/m);
	expect(await (await fetch(`${testServer.server.origin}/metrics`)).text()).toContain('dropwire_database_up 1');
});

test('every metric of the shipped alerts and dashboard exists, and every alert is in the runbook', async () => {
	const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
	const rules = read('deploy/prometheus/rules.yml');
	const text = await (await fetch(`${testServer.server.origin}/metrics`)).text();
	const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
	const named = `${rules} ${read('deploy/prometheus/dashboard.json')}`.matchAll(/\b(?:dropwire|process|nodejs)_\w+/g);
	const missing = [...named].map(([name]) => name).filter((name) => !served.has(name.replace(/_bucket$/, '')));
	expect(missing).toEqual([]);
	const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
	const chapters = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
	expect(chapters).toEqual(alerts);
	for (const name of alerts) expect(rules).toContain(`runbook: docs/runbook.md#${name!.toLowerCase()}`);
});
