import type { Database } from '@dropwire/db';
import type { Engine } from '@dropwire/engine';
import { OPEN_STATUSES } from '@dropwire/db/topics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Figures for Prometheus. */
export interface Metrics {
	/** Notes a call that was answered. */
	answered(call: string, status: number, ms: number): void;
	/** All figures as text, those of the database read now. */
	text(): Promise<string>;
}

const MINUTE = 60_000;

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
	const minute = gauge('deliveries_last_minute', 'Deliveries that were sent within the last minute.');
	const off = gauge('webhooks_off', 'Webhooks that are switched off.');
	const workers = gauge('workers_heartbeat_seconds', "Age of each engine process's heartbeat.", ['worker']);
	const inFlight = gauge('engine_in_flight', 'Requests to Discord under way in this process.');
	const invalid = gauge('engine_invalid_answers', "Answers of ten minutes that count towards Discord's ban.");
	const blocked = gauge('source_blocked', 'Whether a source refuses to answer for a region.', ['source', 'region']);

	/** The series of each call and status, found once. */
	const children = new Map<string, { count: Counter.Internal; time: Histogram.Internal<string> }>();

	async function read(now: number): Promise<void> {
		const { knex } = db;
		const waiting = await knex('deliveries')
			.whereIn('status', [...OPEN_STATUSES])
			.count({ count: '*' })
			.min({ first: 'queuedAt' })
			.first();
		open.set(Number(waiting?.['count'] ?? 0));
		oldest.set(waiting?.['first'] ? (now - Number(waiting['first'])) / 1000 : 0);
		const recent = knex('messages')
			.where('queuedAt', '>', now - MINUTE)
			.select('id');
		const sent = await knex('deliveries')
			.whereIn('messageId', recent)
			.where({ status: 'sent' })
			.count({ count: '*' })
			.first();
		minute.set(Number(sent?.['count'] ?? 0));
		const dead = await knex('webhooks').where({ active: false }).count({ count: '*' }).first();
		off.set(Number(dead?.['count'] ?? 0));
		workers.reset();
		for (const { id, heartbeatAt } of await knex('workers').select('id', 'heartbeatAt')) {
			workers.set({ worker: String(id) }, (now - Number(heartbeatAt)) / 1000);
		}
		const pulse = engine?.pulse();
		inFlight.set(pulse?.inFlight ?? 0);
		invalid.set(pulse?.invalidAnswers ?? 0);
		for (const { source, region, blockedSince } of pulse?.regions ?? []) {
			blocked.set({ source, region }, blockedSince === null ? 0 : 1);
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
