import type { Release } from '@dropwire/contract';
import { type MouseEvent, useMemo } from 'react';
import { addressOf, type Filter, monthOf, queryOf, useAddress } from './address.ts';
import { CalendarFeeds } from './CalendarFeeds.tsx';
import { Rendered, useClock, useReader } from './clock.ts';
import { Filters } from './Filters.tsx';
import { MonthView } from './MonthView.tsx';
import { OwnWatches, useOwnWatches } from './OwnWatches.tsx';
import { ReleaseList } from './ReleaseList.tsx';
import { addDays, dayName, dayOf, startOf } from './times.ts';
import { type ReleasesPage, useReleases } from './useReleases.ts';

/** A month is read whole, up to this number of pages of 100. */
const MONTH_PAGES = 10;

interface Props {
	/** The first page of releases that the address asks for; null if the server could not read it. */
	initial: ReleasesPage | null;
	rendered: Rendered;
}

/** When products are released: as a list by day or as a month, as the address says. It is complete without scripts. */
export function Calendar({ initial, rendered }: Props) {
	return (
		<Rendered value={rendered}>
			<Shown initial={initial} />
		</Rendered>
	);
}

function Shown({ initial }: Pick<Props, 'initial'>) {
	const { filter, go, openedAt } = useAddress();
	const reader = useReader();
	// An open page moves on with each day.
	const at = useClock((now) => Math.max(openedAt, startOf(dayOf(now, reader), reader)));
	const today = dayOf(at, reader);
	const month = monthOf(filter, today);
	const query = useMemo(() => queryOf(filter, reader, at).toString(), [filter, reader, at]);
	const call = useReleases(query, initial, filter.view === 'month' ? MONTH_PAGES : 1);
	const { releases, error, hasMore, busy } = call;
	const watches = useOwnWatches();
	const isFiltered = filter.region !== undefined || filter.brand !== undefined || filter.q !== '';
	const link = (part: Partial<Filter>) => ({
		href: addressOf({ ...filter, ...part }),
		onClick(event: MouseEvent) {
			if (event.metaKey || event.ctrlKey || event.shiftKey) return;
			event.preventDefault();
			go({ ...filter, ...part }, 'push');
		},
	});
	return (
		<>
			<div className="releases-head">
				<h1>Release calendar</h1>
				<p className="dim">
					Times are in your time zone, <span className="zone">{reader.zone.replaceAll('_', ' ')}</span>, with the
					market’s below.
				</p>
			</div>
			<Filters filter={filter} change={(part) => go({ ...filter, ...part })} />
			<div className="releases-views">
				<nav aria-label="View">
					<a {...link({ view: 'list', day: undefined })} aria-current={filter.view === 'list' ? 'page' : undefined}>
						List
					</a>
					<a {...link({ view: 'month' })} aria-current={filter.view === 'month' ? 'page' : undefined}>
						Month
					</a>
				</nav>
				<p className="dim" role="status">
					{releases ? countText(releases, hasMore) : error === null ? 'Loading …' : ''}
				</p>
			</div>
			<div className="releases-shown">
				{error !== null && (
					<div className="releases-failed" role="alert">
						{error}{' '}
						<button type="button" onClick={call.retry} disabled={busy}>
							Retry
						</button>
					</div>
				)}
				{filter.view === 'list' && filter.day !== undefined && <DayHead day={filter.day} link={link} />}
				{filter.view === 'month' ? (
					<MonthView month={month} today={today} releases={releases} hasMore={hasMore} link={link} />
				) : (
					<>
						{!releases && error === null && <Placeholder />}
						{releases?.length === 0 && !hasMore && (
							<p className="releases-empty">{emptyText(filter, isFiltered, today)}</p>
						)}
						{releases && releases.length > 0 && (
							<OwnWatches value={watches}>
								<ReleaseList releases={releases} today={today} />
							</OwnWatches>
						)}
						{releases && hasMore && (
							<button type="button" className="releases-more" onClick={call.more} disabled={busy}>
								Show more
							</button>
						)}
					</>
				)}
			</div>
			<CalendarFeeds region={filter.region} brand={filter.brand} />
		</>
	);
}

/** The heading of a single day, with the days beside it. */
function DayHead({ day, link }: { day: string; link(part: Partial<Filter>): object }) {
	const reader = useReader();
	return (
		<div className="month-head">
			<a {...link({ day: addDays(day, -1) })} aria-label="Day before">
				‹
			</a>
			<h2>{dayName(day, reader)}</h2>
			<a {...link({ day: addDays(day, 1) })} aria-label="Day after">
				›
			</a>
		</div>
	);
}

function Placeholder() {
	return (
		<ul className="release-rows" aria-hidden="true">
			{Array.from({ length: 6 }, (_, index) => (
				<li key={index} className="release" />
			))}
		</ul>
	);
}

/** `100+ releases, 2 cancelled`. */
function countText(releases: readonly Release[], hasMore: boolean): string {
	const { length } = releases;
	const cancelled = releases.filter(({ state }) => state === 'cancelled').length;
	const count = `${length}${hasMore ? '+' : ''} ${length === 1 ? 'release' : 'releases'}`;
	return cancelled === 0 ? count : `${count}, ${cancelled} cancelled`;
}

function emptyText({ range, day }: Filter, isFiltered: boolean, today: string): string {
	const when =
		day !== undefined
			? day < today
				? 'was announced for this day'
				: 'is announced for this day'
			: {
					week: 'is announced for the next 7 days',
					month: 'is announced for the next 30 days',
					all: 'is announced for the next 180 days',
					past: 'was announced for the last 30 days',
				}[range];
	return `${isFiltered ? 'No release that matches' : 'No release'} ${when}.`;
}
