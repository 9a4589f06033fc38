import { type Brand, PRODUCT_BRANDS, type Region, REGIONS } from '@dropwire/domain/calendar';
import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { Rendered } from './clock.ts';
import { addDays, addMonths, dayOf, type Reader, startOf } from './times.ts';

/** The ranges of the list, from now. */
export const RANGES = {
	week: '7 days',
	month: '30 days',
	all: '180 days',
	past: 'Past 30 days',
} as const;
export type Range = keyof typeof RANGES;
export const RANGE_IDS = Object.keys(RANGES) as Range[];

/** What the address asks for. */
export interface Filter {
	view: 'list' | 'month';
	region: Region | undefined;
	brand: Brand | undefined;
	q: string;
	range: Range;
	/** A single day instead of the range: `2026-12-03`. */
	day: string | undefined;
	/** The month of the month view: `2026-12`; the current one without it. */
	month: string | undefined;
}

/** The filter of the search part of an address. What it does not know counts as absent. */
export function filterIn(search: string): Filter {
	const query = new URLSearchParams(search);
	const oneOf = <T extends string>(values: readonly T[], name: string) =>
		values.find((value) => value === query.get(name)?.toUpperCase());
	const date = (name: string, pattern: RegExp) => {
		const text = query.get(name) ?? '';
		return pattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
	};
	return {
		view: query.get('view') === 'month' ? 'month' : 'list',
		region: oneOf(REGIONS, 'region'),
		brand: oneOf(PRODUCT_BRANDS, 'brand'),
		q: query.get('q')?.slice(0, 200) ?? '',
		range: RANGE_IDS.find((range) => range === query.get('range')) ?? 'month',
		day: date('day', /^20\d\d-\d\d-\d\d$/),
		month: date('month', /^20\d\d-\d\d$/),
	};
}

/** The address of a filter. */
export function addressOf(filter: Filter): string {
	return `/releases${searchOf(filter)}`;
}

/** The search part of the address of a filter. */
export function searchOf({ view, region, brand, q, range, day, month }: Filter): string {
	const query = new URLSearchParams();
	if (view === 'month') query.set('view', view);
	if (region) query.set('region', region);
	if (brand) query.set('brand', brand);
	if (q) query.set('q', q);
	if (view === 'list' && day) query.set('day', day);
	if (view === 'list' && !day && range !== 'month') query.set('range', range);
	if (view === 'month' && month) query.set('month', month);
	return query.size > 0 ? `?${query}` : '';
}

const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	addEventListener('popstate', listener);
	return () => {
		listeners.delete(listener);
		removeEventListener('popstate', listener);
	};
}

/** An address and when it was opened, from which a range counts on that day: each second would be another question. */
let opened: Rendered | undefined;

function read(): Rendered {
	if (opened?.search !== location.search) opened = { search: location.search, at: Date.now() };
	return opened;
}

/** The filter of the address, when it was opened, and how to change it. */
export function useAddress() {
	const rendered = useContext(Rendered);
	const { search, at: openedAt } = useSyncExternalStore(subscribe, read, () => rendered);
	const filter = useMemo(() => filterIn(search), [search]);
	/** @param how whether Back returns to the address before */
	const go = useCallback((next: Filter, how: 'push' | 'replace' = 'replace') => {
		history[`${how}State`](null, '', addressOf(next));
		for (const each of listeners) each();
	}, []);
	return { filter, go, openedAt };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the server is asked for, for a reader in their time zone. @param now epoch ms */
export function queryOf(filter: Filter, reader: Reader, now: number): URLSearchParams {
	const { view, region, brand, q, range, day } = filter;
	const query = new URLSearchParams();
	if (region) query.set('region', region);
	if (brand) query.set('brand', brand);
	if (q.trim()) query.set('q', q.trim());
	// Whole hours: all readers ask for the same.
	const ahead = (days: number) => Math.ceil(now / HOUR_MS) * HOUR_MS + days * DAY_MS;
	const between = (from: number | null, to: number) => {
		if (from !== null) query.set('from', String(from));
		query.set('to', String(to));
	};
	const month = monthOf(filter, dayOf(now, reader));
	if (view === 'month') between(startOf(`${month}-01`, reader), startOf(`${addMonths(month, 1)}-01`, reader));
	else if (day) between(startOf(day, reader), startOf(addDays(day, 1), reader));
	else if (range === 'past') between(ahead(-30), ahead(0));
	else if (range !== 'month') between(null, ahead(range === 'week' ? 7 : 180));
	return query;
}

/** The month that is shown: `2026-12`. @param today `2026-12-03` */
export function monthOf({ month }: Filter, today: string): string {
	return month ?? today.slice(0, 7);
}
