import { blockedReason, type Region } from '@dropwire/domain';
import type { Answer, ProductSnapshot, Source } from '@dropwire/retailers';

/** Since when a source's answers are suspect, epoch ms, and why. */
export interface Suspicion {
	suspectSince: number;
	suspectReason: string;
}

/** A canary that cannot be read in this many checks in a row makes its source suspect. */
const FAILED_CHECKS = 2;
/** So do products that lost their stock data within an hour: this share of all, but at least `MIN_LOST`. */
const LOST_SHARE = 0.3;
const MIN_LOST = 5;
const LOST_WITHIN_MS = 3_600_000;

/** A region, and the host there for a source that reads several shops. */
interface Place {
	region: Region;
	host: string | null;
}

/** A canary that could not be read, in checks between which no watched product was read. */
interface Canary {
	failures: number;
	since: number;
	/** The last check. */
	at: number;
	reason: string;
}

/**
 * Notices that a shop's answers have changed their format although each of them can be read: canaries, products that the
 * shop has sold for long, cannot be read, or many products lose their stock data at once.
 */
export class Readability {
	readonly #source: Pick<Source, 'canaries'>;
	readonly #canaries = new Map<string, Canary>();
	/** The canaries that were read at least once: one whose address is wrong says nothing about the shop. */
	readonly #proven = new Set<string>();
	/** When a product was last read in a region. */
	readonly #readAt = new Map<Region, number>();
	/** When products whose stock was known lost it, unless it is known again; by region and host. */
	readonly #lost = new Map<string, Map<string, number>>();

	constructor(source: Pick<Source, 'canaries'>) {
		this.#source = source;
	}

	/** Takes note that a watched product was read, or is unchanged. */
	noteRead(region: Region, at: number): void {
		this.#readAt.set(region, at);
	}

	/**
	 * Takes note of what a shop states about a product's stock: what it does not state is kept as it was.
	 * @param after null for a product that is not there
	 */
	noteStock(
		place: Place,
		sku: string,
		{ before, after }: { before: ProductSnapshot | null; after: ProductSnapshot | null },
		at: number,
	): void {
		const lost = this.#lost.get(keyOf(place)) ?? new Map<string, number>();
		this.#lost.set(keyOf(place), lost);
		if (hasStock(after)) lost.delete(sku);
		else if (hasStock(before)) lost.set(sku, at);
	}

	noteCanary(region: Region, sku: string, answer: Answer | undefined, at: number): void {
		const key = `${region} ${sku}`;
		if (!answer || answer.kind === 'read') {
			this.#proven.add(key);
			this.#canaries.delete(key);
			return;
		}
		if (!this.#proven.has(key)) return;
		const reason = answer.kind === 'gone' ? blockedReason('changed format', 'it is not found') : answer.reason;
		const last = this.#canaries.get(key);
		const { failures, since } = last && !this.#wasReadAfter(region, last.at) ? last : { failures: 0, since: at };
		this.#canaries.set(key, { failures: failures + 1, since, at, reason });
	}

	/**
	 * The answers as far as they can be trusted: while nothing can be read, a known product that is not found is blocked.
	 * @param isKnown whether the product was there until now
	 * @returns the same answers if all can be trusted
	 */
	trusted(
		region: Region,
		answers: ReadonlyMap<string, Answer>,
		isKnown: (sku: string) => boolean,
	): ReadonlyMap<string, Answer> {
		if (!this.#isReadNowhere(region)) return answers;
		const words = 'not found, as is a product that the shop has sold for long';
		const blocked: Answer = { kind: 'blocked', reason: blockedReason('changed format', words), retryAfterMs: null };
		return new Map(
			[...answers].map(([sku, answer]) => [sku, answer.kind === 'gone' && isKnown(sku) ? blocked : answer]),
		);
	}

	/** @param watched the number of products that are watched there */
	suspicion(place: Place, watched: number, now: number): Suspicion | null {
		const { region } = place;
		const failing = this.#failing(region);
		if (failing && failing.failures >= FAILED_CHECKS && !this.#wasReadAfter(region, failing.at)) {
			return { suspectSince: failing.since, suspectReason: `${failing.sku} cannot be read: ${failing.reason}` };
		}
		const times = [...(this.#lost.get(keyOf(place))?.values() ?? [])].filter((at) => now - at < LOST_WITHIN_MS);
		if (times.length < Math.max(MIN_LOST, watched * LOST_SHARE)) return null;
		const words = `${times.length} of ${watched} products have no stock data any more`;
		return { suspectSince: Math.min(...times), suspectReason: blockedReason('changed format', words) };
	}

	#isReadNowhere(region: Region): boolean {
		const failing = this.#failing(region);
		return failing !== null && !this.#wasReadAfter(region, failing.at);
	}

	#provenIn(region: Region): { sku: string }[] {
		const canaries = (this.#source.canaries ?? []).filter((canary) => canary.region === region);
		return canaries.filter(({ sku }) => this.#proven.has(`${region} ${sku}`));
	}

	#wasReadAfter(region: Region, at: number): boolean {
		return (this.#readAt.get(region) ?? 0) > at;
	}

	/** The proven canary of a region that failed least often, if all of them failed. */
	#failing(region: Region): (Canary & { sku: string }) | null {
		const all = this.#provenIn(region);
		const failed = all.flatMap(({ sku }) => {
			const canary = this.#canaries.get(`${region} ${sku}`);
			return canary ? [{ sku, ...canary }] : [];
		});
		if (failed.length === 0 || failed.length < all.length) return null;
		return failed.reduce((min, one) => (one.failures < min.failures ? one : min));
	}
}

function keyOf({ region, host }: Place): string {
	return `${region} ${host ?? ''}`;
}

function hasStock(product: ProductSnapshot | null): boolean {
	return product !== null && product.available !== null;
}
