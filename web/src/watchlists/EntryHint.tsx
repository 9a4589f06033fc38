import { counted } from '../ui/format.ts';
import { type BulkResult, roundText, splitEntries } from '@dropwire/contract';
import { useDebouncedValue } from '@mantine/hooks';
import useSWR from 'swr';
import { api } from '../api/client.ts';
import { describeOn, type Described } from './describeEntry.ts';
import { LinkTest } from './LinkTest.tsx';

/** The pause in typing before the server computes the round, ms. */
const DEBOUNCE_MS = 400;
/** Entries that are named one by one. */
const NAMED = 6;

interface Props {
	/** What the user has typed. */
	text: string;
	/** The lists to add it to, all of one brand; for entries of several brands, what each is and its list. */
	lists: readonly [string, ...string[]] | ((entry: string) => Described);
	regions: readonly string[];
}

/** Says what each typed entry is, tests links, and says how long a round over all products takes with them. */
export function EntryHint({ text, lists, regions }: Props) {
	const described = [...new Set(splitEntries(text))].map(
		typeof lists === 'function' ? lists : (entry) => describeOn(lists[0], entry),
	);
	const rows = described.flatMap(({ entry, list }) => {
		if (list === null) return [];
		return (typeof lists === 'function' ? [list] : lists).map((type) => ({ type, sku: entry }));
	});
	const [asked] = useDebouncedValue(JSON.stringify(rows), DEBOUNCE_MS);
	const rounds = useRounds(asked, regions);
	if (described.length === 0) return null;
	const unknown = described.filter(({ list }) => list === null);
	const named = [...unknown, ...described.filter(({ list }) => list !== null)].slice(0, NAMED);
	return (
		<div className="entry-hint" role="status">
			<ul>
				{named.map(({ entry, list, text: what, isLink }) => (
					<li key={entry} className={list === null ? 'bad' : ''}>
						<span className="mono">{entry}</span> {what}
						{isLink && list !== null && <LinkTest url={entry} list={list} />}
					</li>
				))}
				{described.length > NAMED && <li>and {counted(described.length - NAMED, 'more entry', 'more entries')}</li>}
			</ul>
			{rounds.map((round) => (
				<p key={round.source}>{roundText(round)}</p>
			))}
		</div>
	);
}

/** The rounds with these rows, from a dry run. */
function useRounds(asked: string, regions: readonly string[]): NonNullable<BulkResult['rounds']> {
	const none = asked === '[]';
	const { data } = useSWR(
		none ? null : ['rounds', asked, regions],
		async () => {
			const rows = JSON.parse(asked) as { type: string; sku: string }[];
			const wanted = rows.map((row) => ({ action: 'SET', ...row, regions: regions.join() }));
			return (await api.bulkSkus({ dryRun: true, rows: wanted })).rounds ?? [];
		},
		{ keepPreviousData: true, shouldRetryOnError: false },
	);
	return none ? [] : (data ?? []);
}
