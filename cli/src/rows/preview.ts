import { type BulkResult, LIMITS, type Round, sourceNameOf } from '@dropwire/contract';
import { type Cells, problemsByLine, type ReadRow } from '@dropwire/contract/rows';
import { groupBy } from '@dropwire/domain';
import type { Api } from '../server/client.ts';
import { type BulkRequest, groupOf, type RowKind } from './kind.ts';

/** The effect of one row. */
export interface PlannedRow {
	outcome: 'added' | 'changed' | 'removed';
	/** The line in the file; null for a row that is removed because it is missing from the file. */
	line: number | null;
	cells: Cells;
	/** The previous value, masked. */
	before?: string | undefined;
}

export interface BadRow {
	line: number;
	/** By column; `row` has problems with the whole row. */
	problems: Readonly<Record<string, string>>;
}

/** Rows of complete groups that one transaction applies. */
export interface Batch {
	lines: number[];
	request: BulkRequest;
	/** Whether applying it would change anything. */
	changes: boolean;
}

/** The effect of an import, as reported by the server. */
export interface Preview {
	rows: PlannedRow[];
	bad: BadRow[];
	counts: BulkResult['counts'];
	batches: Batch[];
	/** The current number of rows in the import's groups. */
	current: number;
	/** For SKUs: how long a round over each affected source takes, by the source's name. */
	rounds: Map<string, Round>;
}

interface Options {
	kind: RowKind;
	api: Api;
	/** Removes rows that are missing from the file. */
	prune: boolean;
	/** The groups to which the import is limited. */
	within: { holds: (cells: Cells) => boolean; text: string } | null;
	onProgress: (done: number, all: number) => void;
}

type Line = { line: number; cells: Cells };

/** Asks the server how the rows of a file would change its data. Changes nothing. */
export async function previewRows(rows: readonly ReadRow[], options: Options): Promise<Preview> {
	const { kind, api, onProgress } = options;
	const { good, bad } = checkRows(rows, options);
	// Bad rows block the whole import, and an unreadable row may be one that seems to be missing, so nothing is pruned.
	const batches = batchesOf(good, { ...options, prune: options.prune && bad.length === 0 });
	const counts = { added: 0, changed: 0, removed: 0, unchanged: 0, refused: bad.length };
	const preview: Preview = { rows: [], bad, counts, batches, current: 0, rounds: new Map() };
	for (const [at, batch] of batches.entries()) {
		onProgress(at, batches.length);
		const { lines, request } = batch;
		const result = await kind.send(api, request);
		request.planId = result.planId;
		preview.current += result.current;
		for (const outcome of ['added', 'changed', 'removed', 'unchanged', 'refused'] as const)
			counts[outcome] += result.counts[outcome];
		for (const { row, outcome, before, ...refused } of result.data) {
			const [line, cells] = [lines[row] as number, request.rows[row] as Cells];
			if (outcome === 'refused') bad.push({ line, problems: problemsByLine(refused, lines) });
			else if (outcome !== 'unchanged') preview.rows.push({ outcome, line, cells, before });
		}
		for (const round of result.rounds ?? []) addRound(preview.rounds, round);
		for (const cells of result.pruned) preview.rows.push({ outcome: 'removed', line: null, cells });
		batch.changes = result.counts.unchanged < lines.length || result.pruned.length > 0;
	}
	bad.sort((a, b) => a.line - b.line);
	return { ...preview, batches: batches.filter(({ changes }) => changes) };
}

/** Adds a batch's effect on a source. The server compares each batch with the current lists. */
function addRound(rounds: Map<string, Round>, round: Round): void {
	const name = sourceNameOf({ name: round.source, offer: round.offer });
	const before = rounds.get(name);
	const afterMs = round.afterMs + (before ? before.afterMs - before.beforeMs : 0);
	rounds.set(name, { ...round, added: round.added + (before?.added ?? 0), afterMs });
}

/** Finds the problems that can be detected without the server. */
function checkRows(rows: readonly ReadRow[], { kind, within }: Options): { good: Line[]; bad: BadRow[] } {
	const [good, bad]: [Line[], BadRow[]] = [[], []];
	const sizes = new Map<string, number>();
	const max = LIMITS.list.toLocaleString('en');
	for (const row of rows) {
		if ('problems' in row) {
			bad.push(row);
			continue;
		}
		const group = groupOf(kind, row.cells);
		const size = (sizes.get(group) ?? 0) + 1;
		sizes.set(group, size);
		const problem =
			within && !within.holds(row.cells)
				? `is not within ${within.text}`
				: size > LIMITS.list && `is one too many: ${group} can have ${max} ${kind.plural}`;
		if (problem) bad.push({ line: row.line, problems: { row: problem } });
		else good.push(row);
	}
	return { good, bad };
}

/** Packs complete groups into as few requests as their size allows. With `prune`, includes the groups without rows. */
function batchesOf(rows: readonly Line[], { kind, prune, within }: Options): Batch[] {
	const byGroup = groupBy(rows, ({ cells }) => groupOf(kind, cells));
	const packs: Line[][] = [];
	for (const group of byGroup.values()) {
		const last = packs.at(-1);
		if (last && last.length + group.length <= LIMITS.list) last.push(...group);
		else packs.push([...group]);
	}
	const missing = (group: Cells) => !byGroup.has(groupOf(kind, group)) && (within?.holds(group) ?? true);
	const empty = prune ? kind.groups.filter(missing) : [];
	if (empty.length > 0 && packs.length === 0) packs.push([]);
	return packs.map((pack, at) => {
		// Sorted by line, so that the first of two conflicting rows wins.
		const lines = pack.toSorted((a, b) => a.line - b.line);
		const groups = at === 0 ? [...empty] : [];
		const request = { dryRun: true, prune, groups, rows: lines.map(({ cells }) => cells) };
		return { lines: lines.map(({ line }) => line), request, changes: false };
	});
}
