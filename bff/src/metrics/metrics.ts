import { isLate } from '@dropwire/domain';
import { type Engine, processRegistry, readEngines, readLongestWait, readSources } from '@dropwire/engine';
import { Gauge } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import { readOpen } from '../health/openDeliveries.ts';
import { firstMinute, recentOutcomes } from '../health/outcomes.ts';
import type { Server } from '../http/context.ts';

/** Metrics for Prometheus. */
export interface Metrics {
	/** All metrics as text. Metrics of the database are read on each call. */
	text(): Promise<string>;
}

export function createMetrics(server: Pick<Server, 'db' | 'calls'>, engine: Pick<Engine, 'metrics'> | null): Metrics {
	const { db } = server;
	const registry = processRegistry(manifest.version);
	const registers = [registry];
	for (const metric of [...server.calls.metrics, ...(engine?.metrics ?? [])]) registry.registerMetric(metric);
	const gauge = (name: string, help: string, labelNames: string[] = []) =>
		new Gauge({ name: `dropwire_${name}`, help, labelNames, registers });
	const open = gauge('deliveries_open', 'Deliveries that wait to be sent.');
	const oldest = gauge('deliveries_oldest_seconds', 'Age of the oldest delivery that waits; 0 for none.');
	const minute = gauge(
		'deliveries_last_minute',
		'Messages that were sent within the last complete minute, without edits.',
	);
	const edits = gauge('edits_last_minute', 'Messages that were edited within the last complete minute.');
	const off = gauge('webhooks_off', 'Webhooks that are switched off.');
	const untried = gauge(
		'deliveries_untried_seconds',
		'The longest wait for a first attempt, without webhooks that Discord pauses; 0 for none.',
	);
	const workers = gauge(
		'workers_heartbeat_seconds',
		"Age of each engine process's heartbeat, without ended ones that another one has replaced.",
		['worker'],
	);
	const source = (name: string, help: string) => gauge(`source_${name}`, help, ['source', 'region', 'host']);
	const watched = source('watched', 'Products that are watched.');
	const neverChecked = source('never_checked', 'Watched products that no check ever read.');
	const blocked = source('blocked', 'Products that the last check could not read.');
	const round = source('round_seconds', 'Duration of a round over all watched products within the budget.');
	const oldestCheck = source('oldest_check_seconds', "Age of the oldest among the products' latest checks.");
	const late = source('late', 'Whether the oldest check is older than three rounds.');

	async function read(now: number): Promise<void> {
		const { knex } = db;
		const waiting = await readOpen(knex, now);
		open.set(waiting.count);
		oldest.set(waiting.oldestAt === null ? 0 : (now - waiting.oldestAt) / 1000);
		untried.set((await readLongestWait(knex, now)).untriedMs / 1000);
		const lastMinute = firstMinute(now, 2);
		const ended = (await recentOutcomes(knex, now, 2)).find((row) => row.minute === lastMinute);
		minute.set(ended?.sent ?? 0);
		edits.set(ended?.edited ?? 0);
		const dead = await knex('webhooks').where({ active: 0 }).count({ count: '*' }).first();
		off.set(Number(dead?.['count'] ?? 0));
		workers.reset();
		for (const { id, ageMs } of await readEngines(knex)) workers.set({ worker: id }, ageMs / 1000);
		for (const one of [watched, neverChecked, blocked, round, oldestCheck, late]) one.reset();
		for (const row of await readSources(knex)) {
			const labels = { source: row.source, region: row.region, host: row.host ?? '' };
			watched.set(labels, row.watched);
			blocked.set(labels, row.blocked);
			if (row.watched === 0) continue;
			neverChecked.set(labels, row.neverChecked);
			round.set(labels, row.roundMs / 1000);
			if (row.oldestCheckAt !== null) oldestCheck.set(labels, (now - row.oldestCheckAt) / 1000);
			late.set(labels, isLate(row, now) ? 1 : 0);
		}
	}

	return {
		async text() {
			await read(Date.now());
			return registry.metrics();
		},
	};
}
