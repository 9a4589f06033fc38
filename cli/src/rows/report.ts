import { onErr, onOut } from '../terminal/colours.ts';
import { counted, note, safe, write, writeLine } from '../terminal/output.ts';
import type { RowKind } from './kind.ts';
import type { BadRow, Plan, PlannedRow } from './plan.ts';

/** How an import tells what it found and did. */
export interface Report {
	row(row: PlannedRow): Promise<void>;
	bad(row: BadRow): Promise<void>;
	/** Not all rows could be told: there is no plan, and nothing was changed. */
	broken(counts: Plan['counts']): Promise<void>;
	/** Once all rows are told. */
	summary(plan: Plan, text?: string): Promise<void>;
	end(plan: Plan, what: { applied: boolean; dryRun: boolean }): Promise<void>;
}

const SIGNS = { added: '+', changed: '~', removed: '-' } as const;

/** For people: `+ ~ -` a row on stdout, bad rows and sums on stderr. */
export function textReport(kind: RowKind): Report {
	const { green, yellow, red } = onOut();
	const paint = { added: green, changed: yellow, removed: red };
	return {
		async row({ outcome, cells, before }) {
			const text = safe(kind.describe(cells));
			const was = outcome === 'changed' && before ? ` (was ${safe(before)})` : '';
			await writeLine(paint[outcome](`${SIGNS[outcome]} ${text}${was}`));
		},
		async bad({ line, problems }) {
			for (const [column, problem] of Object.entries(problems))
				note(`${onErr().red('!')} line ${line}, ${column === 'row' ? 'the row' : safe(column)} ${safe(problem)}`);
		},
		async broken() {
			// The error says it.
		},
		async summary({ counts }) {
			const { added, changed, removed, unchanged, refused } = counts;
			note(
				`${number(added)} to add, ${number(changed)} to change, ${number(removed)} to remove, ${number(unchanged)} unchanged.`,
			);
			if (refused > 0)
				note(
					`${number(refused)} ${refused === 1 ? 'row is' : 'rows are'} wrong: nothing is changed until all are right.`,
				);
		},
		async end({ counts, batchCount }, { applied, dryRun }) {
			if (applied) note(`Done: ${counted(counts.added + counts.changed + counts.removed, kind.plural)} changed.`);
			else if (dryRun && batchCount > 0) note('A dry run: nothing was changed.');
			else if (batchCount === 0 && counts.refused === 0) note('There is nothing to change.');
		},
	};
}

function number(value: number): string {
	return value.toLocaleString('en');
}

/** For scripts: one JSON object, written as it comes to be known, so that its length does not matter. */
export function jsonReport(kind: RowKind): Report {
	const problems: { line: number; column: string; problem: string }[] = [];
	let rows = 0;
	const close = async (rest: object) =>
		writeLine(`${rows === 0 ? '{"rows":[' : '\n'}],${JSON.stringify({ problems, ...rest }).slice(1)}`);
	return {
		async row({ outcome, line, cells, before }) {
			const row = { outcome, line, ...kind.masked(cells), ...(before !== undefined && { before }) };
			await write(`${rows++ === 0 ? '{"rows":[\n' : ',\n'}${JSON.stringify(row)}`);
		},
		async bad({ line, problems: found }) {
			for (const [column, problem] of Object.entries(found)) problems.push({ line, column, problem });
		},
		async broken(counts) {
			// Who reads on must not find half an object; one that was not begun is not needed.
			if (rows > 0) await close({ counts, batches: 0, landedBatches: 0, dryRun: false, applied: false });
		},
		async summary() {
			// Told at the end, with whether it was done.
		},
		async end({ counts, batchCount, landed }, { applied, dryRun }) {
			await close({ counts, batches: batchCount, landedBatches: landed, dryRun, applied });
		},
	};
}
