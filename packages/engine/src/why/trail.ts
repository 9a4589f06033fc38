import { type Brand, isLate, type Offer, type Region } from '@dropwire/domain';
import { addSpan, dayOf, type Finding, JOIN_MS, type Span } from './spans.ts';

/** One offer of a source's product in a region; with an empty SKU, the region itself. */
export interface CheckedProduct {
	source: Brand;
	sku: string;
	region: Region;
	offer: Offer;
}

/** A check. */
export interface NotedCheck {
	finding: Finding;
	/** Why it was blocked; unset for other findings. */
	reason?: string;
	/** Epoch ms. */
	at: number;
	/** The last check that read the product, if this process made none yet, epoch ms; null if there was none. */
	previousAt: number | null;
	/** How often the product is checked, ms; 0 if that is not known. */
	everyMs: number;
}

/** Longer times without a check are not of interest, ms. */
const LONGEST_GAP_MS = 86_400_000;
/** Spans that only grow are stored again when they have grown by half, and at least this often, ms. */
export const LONGEST_UNSTORED_MS = 3_600_000;

/** What a process knows of a product's checks and has not stored. */
export class Trail {
	readonly product: CheckedProduct;
	/** Set if no more checks follow. */
	isOver = false;
	/** Since the last storing. Spans that can go on begin with those of before it, without checks. */
	#spans: Span[] = [];
	#lastAt: number | null = null;
	#readAt: number | null = null;
	#everyMs = 0;
	#since = 0;
	#storedAt = 0;

	constructor(product: CheckedProduct) {
		this.product = product;
	}

	/** @returns whether it begins a span, which is to be stored soon */
	note({ finding, reason, at, previousAt, everyMs }: NotedCheck): boolean {
		this.isOver = false;
		if (this.#lastAt === null) this.#readAt = previousAt;
		const previous = this.#lastAt ?? previousAt;
		const gapMs = previous === null ? 0 : Math.min(Math.max(0, at - previous), LONGEST_GAP_MS);
		const isLateCheck =
			finding !== 'unpolled' && everyMs > 0 && isLate({ waitingSince: previous, roundMs: everyMs }, at);
		if (isLateCheck) this.#add({ finding: 'late', from: at - gapMs, to: at, count: 1, gapMs, reason: null }, everyMs);
		const isNew = this.#add({ finding, from: at, to: at, count: 1, gapMs, reason: reason ?? null }, everyMs);
		this.#lastAt = at;
		this.#everyMs = everyMs;
		if (isNew) this.#since = at;
		return isNew || isLateCheck;
	}

	#add(span: Span, everyMs: number): boolean {
		return addSpan(this.#spans, span, everyMs);
	}

	/** Whether the last span has grown by so much that it is to be stored again. */
	hasGrown(now: number): boolean {
		return (
			this.#lastAt !== null && now - this.#storedAt > Math.min((this.#storedAt - this.#since) / 2, LONGEST_UNSTORED_MS)
		);
	}

	/** Returns what is not stored, by day, and counts it as stored from now on. */
	take(now: number): Map<number, Untaken> {
		const days = Map.groupBy(
			this.#spans.filter(({ count }) => count > 0),
			({ from }) => dayOf(from),
		);
		const [readAt, everyMs] = [this.#readAt, this.#everyMs];
		const goesOnFrom = (this.#lastAt ?? 0) - Math.max(JOIN_MS, 3 * everyMs);
		const going = this.#spans.filter(({ to }) => to >= goesOnFrom);
		this.#spans = going.map((span) => ({ ...span, from: span.to, count: 0, gapMs: 0 }));
		this.#storedAt = now;
		this.#readAt = null;
		return new Map([...days].map(([day, spans]) => [day, { spans, readAt, everyMs }]));
	}

	/** Takes back what could not be stored. */
	putBack(days: ReadonlyMap<number, Untaken>): void {
		const later = this.#spans;
		this.#spans = [...days.values()].flatMap(({ spans }) => spans);
		for (const span of later) this.#add(span, this.#everyMs);
		this.#readAt = [...days.values()][0]?.readAt ?? null;
	}
}

/** Spans of a day that are not stored. */
export interface Untaken {
	spans: Span[];
	/** The last check that read the product before them, if this process did not make it. */
	readAt: number | null;
	everyMs: number;
}

/** Adds what is not stored of a day to its stored spans, in place. */
export function addToDay(stored: Span[], { spans, readAt, everyMs }: Untaken): void {
	const latest = Math.max(...stored.map(({ to }) => to));
	// A process that was killed had not stored the last checks of its span, of which the next one knows the last.
	const last = stored.find(({ to }) => to === latest);
	if (last && (last.finding === 'same' || last.finding === 'gone')) last.to = Math.max(latest, readAt ?? 0);
	for (const span of spans) {
		// Checks that were blocked do not count as checks that read the product, which is all that a new process knows.
		const from = span.finding === 'late' ? Math.min(Math.max(latest, span.from), span.to) : span.from;
		if (span.finding === 'late' && !isLate({ waitingSince: from, roundMs: everyMs }, span.to)) continue;
		addSpan(stored, { ...span, from }, everyMs);
	}
}
