import { isDamaged } from '@dropwire/db';
import { isLate } from '@dropwire/domain';
import { type Engine, processRegistry, readEngines, readLongestWait, readSources } from '@dropwire/engine';
import { Gauge, Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import { askInTime } from '../health/askInTime.ts';
import { readOpen } from '../health/openDeliveries.ts';
import { firstMinute, recentOutcomes } from '../health/outcomes.ts';
import type { Server } from '../http/context.ts';

/** Metrics for Prometheus. */
export interface Metrics {
	/** All metrics as text. Those of the database are read on each call, and left out while it is away. */
	text(): Promise<string>;
}

/** For Prometheus, a server that does not answer within 10 s is down. */
const READ_MS = 8000;

export function createMetrics(
	{ db, calls, log, state }: Pick<Server, 'db' | 'calls' | 'log' | 'state'>,
	engine: Pick<Engine, 'metrics'> | null,
): Metrics {
	const registry = processRegistry(manifest.version);
	for (const metric of [...calls.metrics, ...(engine?.metrics ?? [])]) registry.registerMetric(metric);
	const up = new Gauge({
		name: 'dropwire_database_up',
		help: 'Whether the database answered this server; if not, its figures are missing.',
		registers: [registry],
	});
	const figures = new Registry();
	const registers = [figures];
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
		const engines = await readEngines(knex);
		workers.reset();
		for (const { id, ageMs } of engines) workers.set({ worker: id }, ageMs / 1000);
		const sources = await readSources(knex);
		for (const one of [watched, neverChecked, blocked, round, oldestCheck, late]) one.reset();
		for (const row of sources) {
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

	const isRead = askInTime(READ_MS, async () => {
		try {
			await read(Date.now());
			return true;
		} catch (error) {
			if (isDamaged(error)) state.damaged = true;
			log.error({ err: error }, 'the metrics of the database could not be read');
			return false;
		}
	});

	return {
		async text() {
			const isUp = await isRead();
			up.set(isUp ? 1 : 0);
			return [await registry.metrics(), ...(isUp ? [await figures.metrics()] : [])].join('');
		},
	};
}
