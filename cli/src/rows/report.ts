import { roundText } from '@dropwire/contract';
import { counted } from '@dropwire/domain';
import { onErr, onOut } from '../terminal/colours.ts';
import { DRY_RUN, isQuiet, note, safe, warn, writeJsonText, writeLine } from '../terminal/output.ts';
import type { RowKind } from './kind.ts';
import type { Preview } from './preview.ts';

/** Bad cells that are printed for users; a wrong column of a large file would fill the terminal. */
const MAX_PROBLEMS = 100;
const SIGNS = { added: '+', changed: '~', removed: '-' } as const;

/** Prints a preview for users: one row per line with `+ ~ -` on stdout, bad rows and totals on stderr. */
export async function writePreview(
	{ rows, bad, counts, rounds }: Preview,
	kind: RowKind,
	{ numbered, dryRun }: { numbered: 'line' | 'row'; dryRun: boolean },
): Promise<void> {
	const { green, yellow, red } = onOut();
	const paint = { added: green, changed: yellow, removed: red };
	const problems = problemsOf(bad);
	for (const { line, column, problem } of problems.slice(0, MAX_PROBLEMS))
		warn(`${onErr().red('!')} ${numbered} ${line}, ${column === 'row' ? 'the row' : safe(column)} ${safe(problem)}`);
	if (problems.length > MAX_PROBLEMS)
		warn(`… and ${counted(problems.length - MAX_PROBLEMS, 'more error')}; --json lists all of them.`);
	for (const { outcome, cells, before } of isQuiet() ? [] : rows) {
		const was = outcome === 'changed' && before ? ` (was ${safe(before)})` : '';
		await writeLine(paint[outcome](`${SIGNS[outcome]} ${safe(kind.describe(cells))}${was}`));
	}
	const [added, changed, removed, unchanged, refused] = (
		['added', 'changed', 'removed', 'unchanged', 'refused'] as const
	).map((outcome) => counts[outcome].toLocaleString('en'));
	// The counts are the result of a dry run, which --quiet does not leave out.
	const say = dryRun ? warn : note;
	say(`${added} to add, ${changed} to change, ${removed} to remove, ${unchanged} unchanged.`);
	for (const round of rounds.values()) if (round.added > 0 || round.afterMs !== round.beforeMs) note(roundText(round));
	if (counts.refused > 0)
		warn(
			`${refused} ${counts.refused === 1 ? 'row has' : 'rows have'} errors. Nothing is changed until all are fixed.`,
		);
}

/** One entry per bad cell. */
function problemsOf(bad: Preview['bad']): { line: number; column: string; problem: string }[] {
	return bad.flatMap(({ line, problems }) =>
		Object.entries(problems).map(([column, problem]) => ({ line, column, problem })),
	);
}

/** `2 webhooks added, 1 removed`. */
function doneText(counts: Preview['counts'], noun: string): string {
	const done = (['added', 'changed', 'removed'] as const).filter((outcome) => counts[outcome] > 0);
	const texts = done.map((outcome, at) => {
		const count = counts[outcome];
		return `${at === 0 ? counted(count, noun) : count.toLocaleString('en')} ${outcome}`;
	});
	return texts.join(', ');
}

/** Prints the result of applying the preview, for users. */
export function noteEnd({ counts, batches }: Preview, { noun }: RowKind, applied: boolean, dryRun: boolean): void {
	if (applied) note(`Done: ${doneText(counts, noun)}.`);
	else if (batches.length === 0 && counts.refused === 0) note('There is nothing to change.');
	else if (dryRun) note(DRY_RUN);
}

/** Prints one JSON object for scripts, with one line per row. */
export async function writeJsonReport(
	{ rows, bad, counts, batches, rounds }: Preview,
	kind: RowKind,
	end: { numbered: 'line' | 'row'; landedBatches: number; dryRun: boolean; applied: boolean },
): Promise<void> {
	const lines = rows.map(({ outcome, line, cells, before }) =>
		JSON.stringify({ outcome, line, ...kind.masked(cells), ...(before !== undefined && { before }) }),
	);
	const rest = JSON.stringify({
		problems: problemsOf(bad),
		counts,
		batches: batches.length,
		...(rounds.size > 0 && { rounds: [...rounds.values()] }),
		...end,
	}).slice(1);
	await writeJsonText(`{"rows":[${lines.map((line) => `\n${line}`).join(',')}\n],${rest}`);
}
