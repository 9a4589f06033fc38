import { setImmediate } from 'node:timers/promises';
import {
	CatalogueRegion,
	type Database,
	EVENT_INDEXES,
	type EventRow,
	type Knex,
	Release,
	tableByIndex,
} from '@dropwire/db';
import { chunks, type EventKind, RELEASE_LIMITS } from '@dropwire/domain';
import { type ProductEvent, type StoredEvent, storedEvent } from '../product/event.ts';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { type Week, WEEK_ROWS } from '../publish/messages/composeWeek.ts';
import { decide, type EventFacts, factsOf, type Filter } from '../publish/subscriptions/filter.ts';

const WEEK_MS = 7 * 86_400_000;
/** Events per statement. */
const PAGE = 200;

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
	const current = await currentPrices(knex, place, new Set(drafts.flatMap((draft) => draft.lowered)));
	return drafts.map((draft) => draft.week(place, current));
}

/** The events of a kind about new products, newest first. */
async function* eventsSince(
	knex: Knex,
	{ brand, region }: Place,
	kind: EventKind,
	since: number,
): AsyncGenerator<ProductEvent> {
	const table = tableByIndex(knex, 'events', EVENT_INDEXES.sourceRegion);
	for (let below = Number.MAX_SAFE_INTEGER; ;) {
		// The index has the events in the order of their ids only where all its columns are given.
		const [reached, others] = [1, 0].map((is) => {
			const newest = knex.from(table).where({ source: brand, region, kind, reached: is }).where('id', '<', below);
			// SQLite takes a limit only in a query of its own.
			return knex.from(newest.orderBy('id', 'desc').limit(PAGE).select('id', 'at', 'offer').as('part')).select();
		}) as [Knex.QueryBuilder, Knex.QueryBuilder];
		const found: Pick<EventRow, 'id' | 'at' | 'offer'>[] = await reached.unionAll(others);
		const page = found.toSorted((a, b) => b.id - a.id).slice(0, PAGE);
		const recent = page.filter(({ at }) => at > since);
		const ids = recent.filter(({ offer }) => offer === 'NEW').map(({ id }) => id);
		const rows: StoredEvent[] = await knex('events')
			.whereIn('id', ids)
			.orderBy('id', 'desc')
			.select('source', 'sku', 'region', 'kind', 'before', 'after', 'at');
		for (const row of rows) yield storedEvent(row);
		// Ids are nearly in the order of time: a report can be a few minutes old when its event is stored.
		if (page.length < PAGE || recent.length === 0) return;
		below = page.at(-1)?.id ?? 0;
		// The embedded database answers without the event loop: everything else gets its turn here.
		await setImmediate();
	}
}

interface CurrentPrice {
	price: number | null;
	currency: string | null;
}

/** The prices of new products as of their last checks, by SKU; null for one that is gone or is not checked any more. */
async function currentPrices(
	knex: Knex,
	{ brand, region }: Place,
	skus: Iterable<string>,
): Promise<Map<string, CurrentPrice>> {
	const prices = new Map<string, CurrentPrice>();
	for (const some of chunks([...skus], PAGE)) {
		const rows = await CatalogueRegion.query(knex)
			.where({ brand, region })
			.whereIn('sku', some)
			.select('sku', 'price', 'currency');
		for (const { sku, price, currency } of rows) prices.set(sku, { price, currency });
	}
	return prices;
}

type Lower = Week['prices'][number];

/** The week as one filter sees it. */
class Draft {
	readonly #filter: Filter;
	readonly #releases: Week['releases']['first'][number][] = [];
	readonly #restocks = new Map<string, Week['restocks']['most'][number]>();
	/** By SKU; null for a product whose newest change is not lower, or not wanted. */
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
		if (this.#prices.has(sku)) return;
		const [was, is] = [before?.price, after?.price];
		const isLower = was && is && was.currency === is.currency && is.current < was.current;
		const title = after?.title ?? sku;
		this.#prices.set(
			sku,
			isLower && this.#wants(facts)
				? { sku, title, before: was.current, after: is.current, currency: is.currency }
				: null,
		);
	}

	/** The products whose newest change is lower. */
	get lowered(): string[] {
		return [...this.#prices.values()].flatMap((one) => one?.sku ?? []);
	}

	/** @param current leaves out the lower prices of products that have another one, or none, since */
	week(place: Place, current: ReadonlyMap<string, CurrentPrice>): Week {
		const restocks = [...this.#restocks.values()];
		const most = restocks.toSorted((a, b) => b.count - a.count || (a.sku < b.sku ? -1 : 1));
		const fallen = [...this.#prices.values()].filter((one) => one !== null);
		const lower = fallen.filter((one) => isInForce(one, current.get(one.sku)));
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

/** @param current undefined for a product that the catalogue does not have in the region: its event is the last that is known */
function isInForce({ after, currency }: Lower, current: CurrentPrice | undefined): boolean {
	return current === undefined || (current.price === after && current.currency === currency);
}
