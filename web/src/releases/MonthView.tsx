import type { Release } from '@dropwire/contract';
import type { Filter } from './address.ts';
import { useReader } from './clock.ts';
import { addMonths, clockTime, dayName, dayOf, monthName, weeksOf } from './times.ts';

/** Releases that a day names; the others are counted. */
const NAMED = 3;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

interface Props {
	/** `2026-12`. */
	month: string;
	today: string;
	/** Undefined while they load. */
	releases: readonly Release[] | undefined;
	/** Whether the month has more than those. */
	hasMore: boolean;
	link(part: Partial<Filter>): object;
}

/** The releases of a month by day. A day opens as a list. */
export function MonthView({ month, today, releases, hasMore, link }: Props) {
	const reader = useReader();
	const days = Map.groupBy(releases ?? [], ({ launchAt }) => dayOf(launchAt, reader));
	const last = releases?.at(-1);
	/** The day at which the reading ended, which can have more. */
	const readTo = hasMore && last ? dayOf(last.launchAt, reader) : null;
	return (
		<>
			<div className="month-head">
				<a {...link({ month: addMonths(month, -1) })} aria-label="Month before">
					‹
				</a>
				<h2>{monthName(month, reader)}</h2>
				<a {...link({ month: addMonths(month, 1) })} aria-label="Month after">
					›
				</a>
			</div>
			<table className="month" aria-busy={releases === undefined}>
				<caption className="unseen">Releases in {monthName(month, reader)}</caption>
				<thead>
					<tr>
						{WEEKDAYS.map((name) => (
							<th key={name} scope="col" abbr={name}>
								{name.slice(0, 3)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{weeksOf(month).map((week, index) => (
						<tr key={index}>
							{week.map((day, weekday) => (
								<td key={day ?? weekday} className={day === today ? 'today' : undefined}>
									{day !== null && (
										<a {...link({ view: 'list', day })}>
											<span className="month-day">
												<span className="unseen">{dayName(day, reader)}: </span>
												<span aria-hidden="true">{Number(day.slice(8))}</span>
											</span>
											{releases && (
												<Day
													releases={days.get(day) ?? []}
													knows={readTo === null || day < readTo ? 'all' : day === readTo ? 'some' : 'none'}
												/>
											)}
										</a>
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
			{readTo !== null && (
				<p className="dim">
					This month has more than {releases?.length} releases. Choose a region or a brand to see them all here, or open
					a day.
				</p>
			)}
		</>
	);
}

interface DayProps {
	releases: readonly Release[];
	/** Whether these are all releases of the day. */
	knows: 'all' | 'some' | 'none';
}

function Day({ releases, knows }: DayProps) {
	const reader = useReader();
	if (knows === 'none') return <span className="month-count">…</span>;
	const planned = releases.filter(({ state }) => state !== 'cancelled');
	if (planned.length === 0) return knows === 'all' ? <span className="unseen">no releases</span> : null;
	return (
		<>
			<span className="month-count">
				{planned.length}
				{knows === 'some' && '+'}
				<span className="unseen"> {planned.length === 1 ? 'release' : 'releases'}</span>
			</span>
			<span className="month-names" aria-hidden="true">
				{planned.slice(0, NAMED).map(({ id, title, launchAt }) => (
					<span key={id}>
						<b>{clockTime(launchAt, reader)}</b> {title}
					</span>
				))}
			</span>
		</>
	);
}
