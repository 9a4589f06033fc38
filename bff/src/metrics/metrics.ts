import { type Database, databaseClock } from '@dropwire/db';
import { isLate } from '@dropwire/domain';
import { type Engine, readSources } from '@dropwire/engine';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readOpen } from '../health/openDeliveries.ts';
import { firstMinute, recentOutcomes } from '../health/outcomes.ts';

/** Metrics for Prometheus. */
export interface Metrics {
	/** Records a call and its response. */
	answered(call: string, status: number, ms: number): void;
	/** All metrics as text. Metrics of the database are read on each call. */
	text(): Promise<string>;
}

export function createMetrics(db: Database, engine: Pick<Engine, 'pulse'> | null): Metrics {
	const registry = new Registry();
	const registers = [registry];
	const calls = new Counter({
		name: 'dropwire_calls_total',
		help: 'Calls answered, by name and status.',
		labelNames: ['call', 'status'],
		registers,
	});
	const seconds = new Histogram({
		name: 'dropwire_call_seconds',
		help: 'How long calls took.',
		labelNames: ['call'],
		buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
		registers,
	});
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
	const workers = gauge('workers_heartbeat_seconds', "Age of each engine process's heartbeat.", ['worker']);
	const inFlight = gauge('engine_in_flight', 'Requests to Discord under way in this process.');
	const invalid = gauge('engine_invalid_answers', "Answers of ten minutes that count towards Discord's ban.");
	const source = (name: string, help: string) => gauge(`source_${name}`, help, ['source', 'region', 'host']);
	const watched = source('watched', 'Products that are watched.');
	const neverChecked = source('never_checked', 'Watched products that no check ever read.');
	const blocked = source('blocked', 'Products that the last check could not read.');
	const round = source('round_seconds', 'Duration of a round over all watched products within the budget.');
	const oldestCheck = source('oldest_check_seconds', "Age of the oldest among the products' latest checks.");
	const late = source('late', 'Whether the oldest check is older than three rounds.');

	/** The series of each call and status, looked up once. */
	const children = new Map<string, { count: Counter.Internal; time: Histogram.Internal<string> }>();

	async function read(now: number): Promise<void> {
		const { knex } = db;
		const waiting = await readOpen(knex, now);
		open.set(waiting.count);
		oldest.set(waiting.oldestAt === null ? 0 : (now - waiting.oldestAt) / 1000);
		const lastMinute = firstMinute(now, 2);
		const ended = (await recentOutcomes(knex, now, 2)).find((row) => row.minute === lastMinute);
		minute.set(ended?.sent ?? 0);
		edits.set(ended?.edited ?? 0);
		const dead = await knex('webhooks').where({ active: 0 }).count({ count: '*' }).first();
		off.set(Number(dead?.['count'] ?? 0));
		workers.reset();
		// By the clock that the heartbeats are written by.
		const age = knex.raw('? - ?? as ??', [databaseClock(db), 'heartbeatAt', 'ageMs']);
		const rows: { id: string; ageMs: number }[] = await knex('workers').select('id', age);
		for (const { id, ageMs } of rows) workers.set({ worker: id }, ageMs / 1000);
		const pulse = engine?.pulse();
		inFlight.set(pulse?.inFlight ?? 0);
		invalid.set(pulse?.invalidAnswers ?? 0);
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
		answered(call, status, ms) {
			const key = `${call} ${status}`;
			const known = children.get(key) ?? { count: calls.labels(call, String(status)), time: seconds.labels(call) };
			children.set(key, known);
			known.count.inc();
			known.time.observe(ms / 1000);
		},
		async text() {
			await read(Date.now());
			return registry.metrics();
		},
	};
}
