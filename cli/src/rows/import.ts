import type { Cells } from '@dropwire/contract/rows';
import { counted } from '@dropwire/domain';
import { createReadStream } from 'node:fs';
import { Failure, EXIT, type ExitCode, usage } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { type Globals, openSession } from '../server/session.ts';
import { confirm, confirmNumber } from '../terminal/ask.ts';
import { progress } from '../terminal/progress.ts';
import { note } from '../terminal/output.ts';
import { applyPreview } from './apply.ts';
import { mustBeComplete } from './ending.ts';
import { exportRows } from './export.ts';
import { formatOf } from './formats.ts';
import type { RowKind } from './kind.ts';
import { type Preview, previewRows } from './preview.ts';
import { readRows } from './read.ts';
import { noteEnd, writeJsonReport, writePreview } from './report.ts';

/** The share of its lists that an import may remove by default; --max-removals overrides it. */
const SHARE = 0.1;

export interface ImportOptions {
	format?: string;
	dryRun?: boolean;
	yes?: boolean;
	prune?: boolean;
	maxRemovals?: number;
	backup?: string;
}

/** The groups that the options of an import select. */
export interface Within {
	holds: (cells: Cells) => boolean;
	/** The options. */
	text: string;
	/** The columns in which all selected groups are equal: a file need not have them. */
	defaults: Cells;
}

/** `import`: shows what a file would change, and applies it after confirmation. */
export async function importRows(
	kind: RowKind,
	file: string | undefined,
	{ format, dryRun = false, yes = false, prune = false, maxRemovals, backup }: ImportOptions,
	globals: Globals,
	within: Within | null,
): Promise<ExitCode> {
	if (backup !== undefined && (backup === '-' || backup === file))
		throw usage('--backup needs a file of its own.', `For example: --backup ${kind.plural}-before.csv`);
	const session = openSession(globals);
	const given = formatOf(format, file === '-' ? undefined : file);
	// The rows describe the target state, so sending them twice is harmless.
	const api = openClient(session, { repeatable: true });
	const content = await readRows(bytesOf(file), given, { ...kind, ...(within && { defaults: within.defaults }) });
	if (prune) mustBeComplete(content, kind.plural);
	const comparing = progress('Comparing');
	const preview = await previewRows(content.rows, { kind, api, prune, within, onProgress: comparing.at }).finally(
		comparing.clear,
	);
	const { numbered = 'line' } = content;
	if (!globals.json) await writePreview(preview, kind, { numbered, dryRun });
	let landedBatches = 0;
	let applied = false;
	try {
		if (await decide(preview, { dryRun, yes, maxRemovals, noun: kind.noun })) {
			if (backup !== undefined)
				await exportRows(kind, { output: backup }, { ...globals, json: false }, within?.holds ?? (() => true));
			const applying = progress('Batches');
			const onApplied = (count: number) => {
				landedBatches = count;
				applying.at(count, preview.batches.length);
			};
			await applyPreview(preview, { kind, api, onApplied }).finally(applying.clear);
			applied = true;
		}
		if (!globals.json) noteEnd(preview, kind, applied, dryRun);
	} finally {
		if (globals.json) await writeJsonReport(preview, kind, { numbered, landedBatches, dryRun, applied });
	}
	return preview.counts.refused > 0 ? EXIT.failed : EXIT.done;
}

/** Whether to apply the preview; asks the user unless an option decides. */
async function decide(
	{ counts, batches, current }: Preview,
	{ dryRun, yes, maxRemovals, noun }: { dryRun: boolean; yes: boolean; maxRemovals: number | undefined; noun: string },
): Promise<boolean> {
	if (counts.refused > 0 || batches.length === 0) return false;
	const { removed } = counts;
	const tooMany = tooManyRemovals({ removed, current, max: maxRemovals, noun });
	if (dryRun) {
		if (tooMany) note(`${tooMany.problem} ${tooMany.hint}`);
		return false;
	}
	if (tooMany) throw usage(`Nothing was changed: ${tooMany.problem}`, tooMany.hint);
	if (yes) return true;
	const parts = batches.length > 1 ? `, in ${batches.length} batches that are each applied as a whole` : '';
	const sure =
		removed > 0
			? await confirmNumber(`${counted(removed, noun)} will be removed${parts}.`, removed)
			: await confirm(`Apply these changes${parts}?`);
	if (sure) return true;
	throw new Failure('Nothing was changed.');
}

/** The content of a file, or of stdin. @throws Failure (usage) if no file is given and stdin is a terminal */
export function bytesOf(file: string | undefined): AsyncIterable<Uint8Array> {
	if (file === undefined && process.stdin.isTTY) throw usage('Which file?', 'Name a file, or pipe rows to stdin.');
	if (file === undefined || file === '-') return process.stdin as AsyncIterable<Uint8Array>;
	return readable(file);
}

async function* readable(file: string): AsyncGenerator<Uint8Array> {
	try {
		yield* createReadStream(file) as AsyncIterable<Uint8Array>;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === undefined || error instanceof Failure) throw error;
		throw usage(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`);
	}
}

interface Removals {
	removed: number;
	/** The current number of rows in the import's groups or lists. */
	current: number;
	/** The value of --max-removals. */
	max: number | undefined;
	noun: string;
}

/** Why an import removes too many rows, and how to proceed; null if the removals are within the limit. */
function tooManyRemovals({ removed, current, max, noun }: Removals): { problem: string; hint: string } | null {
	const of = `${removed.toLocaleString('en')} of ${counted(current, noun)} would be removed`;
	const hint = `If that is what you want, add --max-removals ${removed}; with --backup FILE the current rows are saved first.`;
	if (max !== undefined) return removed > max ? { problem: `${of}; --max-removals allows ${max}.`, hint } : null;
	return removed > current * SHARE ? { problem: `${of}, which is more than 10 %.`, hint } : null;
}
