import { Counter, Gauge, Histogram, type Metric } from 'prom-client';
import type { Finished } from './record.ts';

/** What becomes of a message or an edit, as the label `outcome`. `retrying` counts each failed attempt, the others are final. */
const OUTCOMES = ['sent', 'edited', 'failed', 'expired', 'retrying'] as const;

/** Counts what this process sends, for Prometheus. */
export class DeliveryMetrics {
	readonly #messages = new Counter({
		name: 'dropwire_messages_total',
		help: 'Messages and edits by what became of them.',
		labelNames: ['outcome'],
		registers: [],
	});
	readonly #answers = new Counter({
		name: 'dropwire_discord_answers_total',
		help: "Discord's answers to messages and edits by HTTP status; none: there was no answer.",
		labelNames: ['status'],
		registers: [],
	});
	readonly #delay = new Histogram({
		name: 'dropwire_change_to_discord_seconds',
		help: 'From the detection of a change, or the request for a message, to its acceptance by Discord; without edits.',
		buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800],
		registers: [],
	});
	readonly all: readonly Metric[];

	/** @param figures the requests under way, and the answers of ten minutes that count towards Discord's ban */
	constructor(figures: () => { inFlight: number; invalidAnswers: number }) {
		for (const outcome of OUTCOMES) this.#messages.inc({ outcome }, 0);
		const gauge = (name: string, help: string, read: () => number) =>
			new Gauge({
				name: `dropwire_engine_${name}`,
				help,
				registers: [],
				collect() {
					this.set(read());
				},
			});
		this.all = [
			this.#messages,
			this.#answers,
			this.#delay,
			gauge('in_flight', 'Requests to Discord under way in this process.', () => figures().inFlight),
			gauge(
				'invalid_answers',
				"Answers of ten minutes that count towards Discord's ban.",
				() => figures().invalidAnswers,
			),
		];
	}

	/** @param status the HTTP status; null without an answer */
	answered(status: number | null): void {
		this.#answers.inc({ status: status ?? 'none' });
	}

	/**
	 * Counts an attempt that changed its delivery.
	 * @param sinceMs how long ago the change was detected
	 */
	attempted({ status, edit }: Pick<Finished, 'status' | 'edit'>, sinceMs: number): void {
		this.#messages.inc({ outcome: status === 'sent' && edit ? 'edited' : status });
		if (status === 'sent' && !edit) this.#delay.observe(sinceMs / 1000);
	}
}
