import { setImmediate } from 'node:timers/promises';
import { type Knex, lastCheck, type Product } from '@dropwire/db';
import { type Brand, chunks, type Offer, type Region } from '@dropwire/domain';
import { isAboutIdentity } from '../../product/identity.ts';
import { GONE_TOGETHER } from '../../sources/outage.ts';
import type { LastCheck } from '../state/productStates.ts';

const P95 = 0.95;

/** Adds up products: how many there are, when they were checked, and how many are blocked. */
export class Tally {
	#watched = 0;
	#neverChecked = 0;
	#blocked = 0;
	#goneTogether = 0;
	#goneSince = Number.POSITIVE_INFINITY;
	#waitingSince = Number.POSITIVE_INFINITY;
	#first: Pick<LastCheck, 'blockedSince' | 'blockedReason'> = { blockedSince: null, blockedReason: null };
	readonly #checks: number[] = [];

	/**
	 * @param check null for a product without a check, undefined if it is unknown
	 * @param since when this process began to watch it, if it has not checked it since
	 * @param longerMs how much longer its interval is than the uniform one, ms: that time is no delay
	 * @param counts whether the time of its check counts
	 */
	add(check: Omit<LastCheck, 'changedAt'> | null | undefined, since: number, counts: boolean, longerMs = 0): void {
		this.#watched++;
		if (check === undefined) return;
		const checkedAt = check?.seen ? check.checkedAt : null;
		if (checkedAt === null) this.#neverChecked++;
		else if (counts) this.#checks.push(checkedAt);
		if (check?.blockedSince != null) {
			this.#blocked++;
			if (check.blockedReason === GONE_TOGETHER) {
				this.#goneTogether++;
				this.#goneSince = Math.min(this.#goneSince, check.blockedSince);
			}
			// What is about the whole shop counts before links that show something else.
			const [isOwn, wasOwn] = [check, this.#first].map((one) => isAboutIdentity(one.blockedReason));
			const isEarlier = check.blockedSince < (this.#first.blockedSince ?? Number.POSITIVE_INFINITY);
			if (isOwn === wasOwn || this.#first.blockedSince === null ? isEarlier : wasOwn) this.#first = check;
		} else if (counts) this.#waitingSince = Math.min(this.#waitingSince, Math.max(checkedAt ?? 0, since) + longerMs);
	}

	/** How many products are blocked by an outage of their whole shop, and since when the first of them is, epoch ms. */
	outage(): { missing: number; since: number } {
		return { missing: this.#goneTogether, since: this.#goneSince };
	}

	figures() {
		const checks = Float64Array.from(this.#checks).sort();
		const { blockedSince, blockedReason } = this.#first;
		return {
			watched: this.#watched,
			neverChecked: this.#neverChecked,
			blocked: this.#blocked,
			oldestCheckAt: checks[0] ?? null,
			p95CheckAt: checks[Math.floor(checks.length * (1 - P95))] ?? null,
			waitingSince: Number.isFinite(this.#waitingSince) ? this.#waitingSince : null,
			blockedSince,
			blockedReason,
		};
	}
}

/** SKUs per statement. */
const CHUNK = 500;

/** Reads when these SKUs were last checked, without their snapshots. SKUs that are not stored are missing. */
export async function readLastChecks(
	knex: Knex,
	place: { source: Brand; offer: Offer; region: Region },
	skus: readonly string[],
): Promise<Map<string, LastCheck>> {
	const checks = new Map<string, LastCheck>();
	for (const some of chunks(skus, CHUNK)) {
		const rows: (Omit<LastCheck, 'seen'> & Pick<Product, 'sku' | 'state'>)[] = await knex('products')
			.where(place)
			.whereIn('sku', some)
			.select('sku', 'state', 'changedAt', 'blockedSince', 'blockedReason')
			.select(knex.raw('? as ??', [lastCheck(knex), 'checkedAt']));
		for (const { sku, state, ...check } of rows) checks.set(sku, { seen: state !== 'unseen', ...check });
		// SQLite runs in this thread: other work goes on between the statements.
		await setImmediate();
	}
	return checks;
}
