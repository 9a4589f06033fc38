import { type BulkResult, LIMITS, roundText } from '@dropwire/contract';
import { useDebouncedValue } from '@mantine/hooks';
import useSWR from 'swr';
import { api } from '../api/client.ts';
import { counted } from '../ui/format.ts';
import { bulkRows, type Described } from './describeEntries.ts';
import { LinkTest } from './LinkTest.tsx';

/** The pause in typing before the server computes the round, ms. */
const DEBOUNCE_MS = 400;
/** Entries that are named one by one. */
const NAMED = 6;

interface Props {
	/** What the user has typed. */
	described: readonly Described[];
	regions: readonly string[];
}

/** Says what each typed entry is, tests links, and says how long a round over all products takes with them. */
export function EntryHint({ described, regions }: Props) {
	const rows = bulkRows('Add', described, regions);
	const [asked] = useDebouncedValue(
		rows.length === 0 || rows.length > LIMITS.list ? '' : JSON.stringify(rows),
		DEBOUNCE_MS,
	);
	const rounds = useRounds(asked);
	const changed = rounds.filter(
		({ beforeMs, afterMs, regions: polled }) => polled.length === 0 || afterMs !== beforeMs,
	);
	const shown = changed.length > 0 ? changed : rounds.slice(0, 1);
	if (described.length === 0) return null;
	const unknown = described.filter(({ lists }) => lists.length === 0);
	const named = [...unknown, ...described.filter(({ lists }) => lists.length > 0)].slice(0, NAMED);
	return (
		<div className="entry-hint" role="status">
			<ul>
				{named.map(({ entry, lists: [list], text, link }) => (
					<li key={entry} className={list === undefined ? 'bad' : ''}>
						<span className="mono">{entry}</span> {text}
						{link !== null && list !== undefined && <LinkTest key={link} url={link} list={list} />}
					</li>
				))}
				{described.length > NAMED && <li>and {counted(described.length - NAMED, 'more entry', 'more entries')}</li>}
			</ul>
			{shown.map((round) => (
				<p key={`${round.source} ${round.offer}`}>{roundText(round)}</p>
			))}
		</div>
	);
}

/** The rounds with these rows, from a dry run. */
function useRounds(asked: string): NonNullable<BulkResult['rounds']> {
	const { data } = useSWR(
		asked === '' ? null : ['rounds', asked],
		async () => {
			const rows = JSON.parse(asked) as ReturnType<typeof bulkRows>;
			return (await api.bulkSkus({ dryRun: true, rows })).rounds ?? [];
		},
		{ keepPreviousData: true, shouldRetryOnError: false },
	);
	return asked === '' ? [] : (data ?? []);
}
