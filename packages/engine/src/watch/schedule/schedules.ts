import type { Interval, Region } from '@dropwire/domain';
import type { Scope } from '../lists/scope.ts';
import { NO_ROUNDS, type Rounds } from './lanes.ts';
import type { Group } from './plan.ts';
import { type Batch, Schedule, type ScheduleOptions } from './schedule.ts';

export interface SchedulesOptions extends Omit<ScheduleOptions, 'concurrency'> {
	scope: Pick<Scope, 'hostOf'>;
}

/** Concurrent calls to a source that is one shop, and to each host of one that reads any shop. */
const CONCURRENCY = 16;
const CONCURRENCY_PER_HOST = 2;

/** The schedules of a source: one, or one for each host, so that a slow or blocked shop delays no other. */
export class Schedules {
	readonly #options: SchedulesOptions;
	readonly #hosts = new Map<string | null, Schedule>();

	constructor(options: SchedulesOptions) {
		this.#options = options;
	}

	/** Replaces what is checked. A group's SKUs are read at one host. */
	set(groups: readonly Group[]): void {
		const byHost = Map.groupBy(groups, ({ skus }) => this.#options.scope.hostOf(skus[0] ?? ''));
		for (const [host, schedule] of this.#hosts) {
			if (byHost.has(host)) continue;
			schedule.stop();
			this.#hosts.delete(host);
		}
		for (const [host, some] of byHost) this.#of(host).set(some);
	}

	/** Checks a SKU's batch now and every 2 s, within the budget, until a time, epoch ms. */
	expedite(region: Region, sku: string, until: number): void {
		this.#hosts.get(this.#options.scope.hostOf(sku))?.expedite(region, sku, until);
	}

	/** How long one round of each lane takes at a host. */
	rounds(host: string | null): Rounds {
		return this.#hosts.get(host)?.rounds() ?? NO_ROUNDS;
	}

	/** The longest rounds among all hosts. */
	longestRounds(): Rounds {
		return [...this.#hosts.values()]
			.map((schedule) => schedule.rounds())
			.reduce((longest, one) => (one.regular > longest.regular ? one : longest), NO_ROUNDS);
	}

	/** Divides the calls of each host again. */
	divide(): void {
		for (const schedule of this.#hosts.values()) schedule.divide();
	}

	/** How often a batch is checked now, and why. */
	intervalOf(batch: Batch): Interval | null {
		return this.#hosts.get(this.#options.scope.hostOf(batch.skus[0] ?? ''))?.intervalOf(batch) ?? null;
	}

	/** How much longer than uniform the interval of a group is, ms. */
	longerMs({ region, lane, skus: [sku = ''] }: Group): number {
		return this.#hosts.get(this.#options.scope.hostOf(sku))?.longerMs(region, lane, sku) ?? 0;
	}

	/** The batches of a host with their intervals. */
	*intervals(host: string | null): Generator<{ batch: Batch; interval: Interval }> {
		const schedule = this.#hosts.get(host);
		if (schedule) yield* schedule.intervals();
	}

	stop(): void {
		for (const schedule of this.#hosts.values()) schedule.stop();
	}

	#of(host: string | null): Schedule {
		const concurrency = host === null ? CONCURRENCY : CONCURRENCY_PER_HOST;
		const schedule = this.#hosts.get(host) ?? new Schedule({ ...this.#options, concurrency });
		this.#hosts.set(host, schedule);
		return schedule;
	}
}
