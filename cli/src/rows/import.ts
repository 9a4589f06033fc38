import type { Cells } from '@dropwire/bff/contract/rows';
import { createReadStream } from 'node:fs';
import { Failure, EXIT, type ExitCode, usage } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { type Globals, openSession } from '../server/session.ts';
import { confirm } from '../terminal/ask.ts';
import { progress } from '../terminal/progress.ts';
import { applyPlan } from './apply.ts';
import { formatOf } from './formats.ts';
import type { RowKind } from './kind.ts';
import { keepMemoryLow } from './memory.ts';
import { makePlan, type Plan } from './plan.ts';
import { readRows } from './read.ts';
import { jsonReport, textReport } from './report.ts';

export interface ImportOptions {
	format?: string;
	dryRun?: boolean;
	yes?: boolean;
	prune?: boolean;
}

/** `import`: shows what a file would change, and changes it once that is wanted. */
export async function importRows(
	kind: RowKind,
	file: string | undefined,
	{ format, dryRun = false, yes = false, prune = false }: ImportOptions,
	globals: Globals,
	within: { holds: (cells: Cells) => boolean; text: string } | null,
): Promise<ExitCode> {
	keepMemoryLow();
	const session = openSession(globals);
	const said = formatOf(format, file === '-' ? undefined : file);
	// Each row says how things shall stand, so sending it twice does no harm.
	const api = openClient(session, { repeatable: true });
	const report = globals.json ? jsonReport(kind) : textReport(kind);
	const reading = progress('Comparing');
	const counts = { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0 };
	const plan = await makePlan({
		kind,
		counts,
		api,
		rows: readRows(bytesOf(file), said, kind),
		prune,
		within,
		onRow: async (row) => {
			reading.clear();
			await report.row(row);
		},
		onBad: async (row) => {
			reading.clear();
			await report.bad(row);
		},
		onProgress: reading.at,
	})
		.catch(async (error: unknown) => {
			await report.broken(counts);
			throw error;
		})
		.finally(reading.clear);
	try {
		const applied = await decide(plan, { dryRun, yes, prune }, (text) => report.summary(plan, text));
		if (applied) {
			const applying = progress('Batches');
			await applyPlan(plan, { kind, api, onProgress: applying.at }).finally(applying.clear);
		}
		await report.end(plan, { applied, dryRun });
		return plan.counts.refused > 0 ? EXIT.failed : EXIT.done;
	} catch (error) {
		await report.end(plan, { applied: false, dryRun });
		throw error;
	} finally {
		await plan.batches.close();
	}
}

/** Whether the plan is to be carried out; asks where that was not said. */
async function decide(
	{ counts, batchCount }: Plan,
	{ dryRun, yes, prune }: { dryRun: boolean; yes: boolean; prune: boolean },
	summary: (text?: string) => Promise<void>,
): Promise<boolean> {
	await summary();
	if (counts.refused > 0 || batchCount === 0 || dryRun) return false;
	if (yes) return true;
	const more = batchCount > 1 ? `, in ${batchCount} batches that each land as a whole` : '';
	if (await confirm(`Do this${prune && counts.removed > 0 ? ` (${counts.removed} are removed)` : ''}${more}?`))
		return true;
	throw new Failure('Nothing was changed.');
}

/** @throws Failure (usage) when there is no file, and stdin is a terminal */
function bytesOf(file: string | undefined): AsyncIterable<Uint8Array> {
	if (file === undefined && process.stdin.isTTY) throw usage('Which file?', 'Name one, or pipe rows in.');
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
