import { ENTRY_STATES } from '@dropwire/contract';
import { Link, useSearchParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { grouped } from '../ui/format.ts';

interface Named {
	/** The list's name in calls and addresses. */
	list: string;
	name: string;
}

/** The list that the address names; the first one by default. */
export function useListTab<T extends Named>(lists: readonly [T, ...T[]]): T {
	const [query] = useSearchParams();
	return lists.find(({ list }) => list === query.get('list')) ?? lists[0];
}

/** A tab for each list, with its number of entries. */
export function ListTabs({ lists, chosen }: { lists: readonly Named[]; chosen: Named }) {
	return (
		<nav className="tabs" aria-label="Lists">
			{lists.map(({ list, name }) => (
				<Link key={list} to={`?list=${list}`} replace {...(list === chosen.list && { 'aria-current': 'page' })}>
					{name}
					<Count list={list} />
				</Link>
			))}
		</nav>
	);
}

function Count({ list }: { list: string }) {
	const { data } = useCall('skuStates', { type: list });
	if (!data) return null;
	return <span className="dim"> {grouped(ENTRY_STATES.reduce((sum, state) => sum + (data.data[state] ?? 0), 0))}</span>;
}
