import './audit.css';
import { type AuditEntry, type CallInput, type Contract, LIMITS } from '@dropwire/contract';
import { usePages } from '../api/usePages.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { FilterText } from '../ui/FilterText.tsx';
import { FilterTime } from '../ui/FilterTime.tsx';
import { anyText, useUrlFilter } from '../ui/useUrlFilter.ts';
import { AuditRow } from './AuditRow.tsx';

const EVERY_MS = 30_000;
const PERSON = /^\d{17,20}$/;

/** The fields above the log. */
const AUDIT_FILTERS = { person: anyText, object: anyText, from: anyText, to: anyText };

type Filter = Pick<CallInput<Contract['audit']>, 'person' | 'object' | 'since' | 'until'>;

/** The audit log: who changed what, by person, object and time. */
export default function Audit() {
	const [typed, change] = useUrlFilter(AUDIT_FILTERS);
	const { person = '', object = '', from = '', to = '' } = typed;
	const [since, end] = [startOf(from), startOf(to, 1)];
	const filter: Filter = {
		...(PERSON.test(person) && { person }),
		...(object && { object }),
		...(since !== null && { since }),
		// The whole last day.
		...(end !== null && { until: end - 1 }),
	};
	return (
		<>
			<div className="page-head">
				<h1>Audit</h1>
				<div className="tools" role="search">
					<FilterText
						label="Person (Discord ID)"
						maxLength={LIMITS.label}
						value={person}
						error={person === '' || PERSON.test(person) ? null : 'A Discord ID has 17 to 20 digits.'}
						change={(text) => change('person', text)}
					/>
					<FilterText
						label="Object"
						maxLength={LIMITS.label}
						value={object}
						change={(text) => change('object', text)}
					/>
					{(['from', 'to'] as const).map((part) => (
						<FilterTime
							key={part}
							label={part === 'from' ? 'From' : 'To'}
							type="date"
							value={typed[part] ?? ''}
							change={(day) => change(part, day)}
						/>
					))}
				</div>
			</div>
			<Rows key={JSON.stringify(filter)} filter={filter} choose={(person) => change('person', person)} />
		</>
	);
}

/**
 * The first moment of a day in the browser's time zone; null without a day.
 * @param later the number of days after it. Not a number of hours: a day on which the clocks change has 23 or 25
 */
function startOf(day: string, later = 0): number | null {
	const at = new Date(`${day}T00:00`);
	at.setDate(at.getDate() + later);
	return Number.isNaN(at.getTime()) ? null : at.getTime();
}

function Rows({ filter, choose }: { filter: Filter; choose(person: string): void }) {
	const pages = usePages('audit', filter, EVERY_MS);
	return (
		<Loaded call={pages} rows={12}>
			{(rows: readonly AuditEntry[]) => (
				<>
					{rows.length === 0 && (
						<p className="empty">
							{pages.more ? 'Nothing that matches in the newest part of the log.' : 'No changes match the filters.'}
						</p>
					)}
					<ul className="audit">
						{rows.map((row) => (
							<AuditRow key={row.id} row={row} choose={choose} undone={pages.reload} />
						))}
					</ul>
					<LoadMore more={pages.more}>{rows.length === 0 ? 'Search further back' : 'Load more'}</LoadMore>
				</>
			)}
		</Loaded>
	);
}
