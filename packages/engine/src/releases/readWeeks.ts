import { type Database, type Knex, Release } from '@dropwire/db';
import { type EventKind, RELEASE_LIMITS } from '@dropwire/domain';
import { type ProductEvent, type StoredEvent, storedEvent } from '../product/event.ts';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { type Week, WEEK_ROWS } from '../publish/messages/composeWeek.ts';
import { decide, type EventFacts, factsOf, type Filter } from '../publish/subscriptions/filter.ts';

const WEEK_MS = 7 * 86_400_000;
/** Events per statement. */
const PAGE = 500;

type Place = Pick<Week, 'brand' | 'region'>;

/**
 * What a weekly digest says of a brand in a region: the releases of the next seven days, and what happened in the last seven,
 * as far as filters let it through. Their kinds are about single messages, and do not count.
 * @param now epoch ms
 * @returns a week for each filter, in order
 */
export async function readWeeks(
	{ knex }: Pick<Database, 'knex'>,
	place: Place,
	filters: readonly Filter[],
	now: number,
): Promise<Week[]> {
	const drafts = filters.map((filter) => new Draft(filter));
	const releases = await Release.query(knex)
		.where(place)
		.whereNull('cancelledAt')
		.whereBetween('launchAt', [now, now + WEEK_MS])
		.orderBy(['launchAt', 'id'])
		.limit(RELEASE_LIMITS.calendar);
	for (const { price, full, currency, ...release } of releases) {
		const cost = price === null || currency === null ? null : { current: price, full: full ?? price, currency };
		const facts = factsOf({
			...release,
			kind: 'ANNOUNCED',
			before: null,
			after: releaseSnapshot({ ...release, price: cost }),
		});
		for (const draft of drafts) draft.addRelease(release, facts);
	}
	for await (const event of eventsSince(knex, place, 'RESTOCK', now - WEEK_MS)) {
		const facts = factsOf(event);
		for (const draft of drafts) draft.addRestock(event, facts);
	}
	for await (const event of eventsSince(knex, place, 'PRICE', now - WEEK_MS)) {
		const facts = factsOf(event);
		for (const draft of drafts) draft.addPrice(event, facts);
	}
	return drafts.map((draft) => draft.week(place));
}

/** The events of a kind, newest first. */
async function* eventsSince(
	knex: Knex,
	{ brand, region }: Place,
	kind: EventKind,
	since: number,
): AsyncGenerator<ProductEvent> {
	for (let below = Number.MAX_SAFE_INTEGER; ;) {
		const rows: (StoredEvent & { id: number })[] = await knex('events')
			.where({ source: brand, region, kind })
			.where('at', '>', since)
			.where('id', '<', below)
			.orderBy('id', 'desc')
			.limit(PAGE)
			.select('id', 'source', 'sku', 'region', 'kind', 'before', 'after', 'at');
		for (const row of rows) yield storedEvent(row);
		if (rows.length < PAGE) return;
		below = rows.at(-1)?.id ?? 0;
	}
}

type Lower = Week['prices'][number];

/** The week as one filter sees it. */
class Draft {
	readonly #filter: Filter;
	readonly #releases: Week['releases']['first'][number][] = [];
	readonly #restocks = new Map<string, Week['restocks']['most'][number]>();
	/** By SKU; null for a product whose newest change is not lower. */
	readonly #prices = new Map<string, Lower | null>();

	constructor(filter: Filter) {
		this.#filter = { ...filter, kinds: null };
	}

	addRelease({ sku, title, launchAt }: Pick<Release, 'sku' | 'title' | 'launchAt'>, facts: EventFacts): void {
		if (this.#wants(facts)) this.#releases.push({ sku, title, launchAt });
	}

	addRestock({ sku, after }: ProductEvent, facts: EventFacts): void {
		if (!this.#wants(facts)) return;
		const known = this.#restocks.get(sku) ?? { sku, title: after?.title ?? sku, count: 0 };
		this.#restocks.set(sku, { ...known, count: known.count + 1 });
	}

	/** @param event not newer than those before it */
	addPrice({ sku, before, after }: ProductEvent, facts: EventFacts): void {
		if (this.#prices.has(sku) || !this.#wants(facts)) return;
		const [was, is] = [before?.price, after?.price];
		const isLower = was && is && was.currency === is.currency && is.current < was.current;
		const title = after?.title ?? sku;
		this.#prices.set(
			sku,
			isLower ? { sku, title, before: was.current, after: is.current, currency: is.currency } : null,
		);
	}

	week(place: Place): Week {
		const restocks = [...this.#restocks.values()];
		const most = restocks.toSorted((a, b) => b.count - a.count || (a.sku < b.sku ? -1 : 1));
		const lower = [...this.#prices.values()].filter((one) => one !== null);
		const fall = ({ before, after }: Lower) => (before - after) / before;
		return {
			...place,
			releases: { count: this.#releases.length, first: this.#releases.slice(0, WEEK_ROWS.releases) },
			restocks: {
				count: restocks.reduce((sum, { count }) => sum + count, 0),
				most: most.slice(0, WEEK_ROWS.restocks),
			},
			prices: lower.toSorted((a, b) => fall(b) - fall(a)).slice(0, WEEK_ROWS.prices),
		};
	}

	#wants(facts: EventFacts): boolean {
		return decide(this.#filter, facts) === null;
	}
}
