import { ApiError } from '@dropwire/bff/contract';
import { EXIT, Failure } from '../failure.ts';
import type { Api } from '../server/client.ts';
import { uninterrupted } from '../terminal/interrupt.ts';
import { note } from '../terminal/output.ts';
import type { RowKind } from './kind.ts';
import { type Batch, type Plan, sendable } from './plan.ts';
import { rowProblems } from './problems.ts';

/**
 * Does what is planned, batch by batch: each lands as a whole or not at all. Ctrl-C ends after the batch under way.
 * @throws Failure saying how much landed; the same command goes on from there, since what stands is unchanged to it
 */
export async function applyPlan(
	plan: Plan,
	{ kind, api, onProgress }: { kind: RowKind; api: Api; onProgress: (done: number, all: number) => void },
): Promise<void> {
	const all = plan.batchCount;
	let stopped = false;
	const ask = () => {
		stopped = true;
		note('\nStopping after the batch under way. Ctrl-C again leaves at once.');
	};
	await uninterrupted(ask, async () => {
		for await (const batch of plan.batches.items()) {
			if (stopped) throw unfinished(plan.landed, all, 'Interrupted.');
			onProgress(plan.landed, all);
			try {
				await kind.send(api, sendable(batch), false);
			} catch (error) {
				if (plan.landed === 0 && !(error instanceof ApiError && error.code === 'invalid_input')) throw error;
				throw unfinished(plan.landed, all, error instanceof ApiError ? wording(error, batch) : String(error));
			}
			plan.landed++;
		}
	});
}

function unfinished(landed: number, all: number, why: string): Failure {
	if (landed === 0) return new Failure(`${why} Nothing was changed.`, { exitCode: EXIT.failed });
	return new Failure(`${why} ${landed} of ${all} batches are in.`, {
		exitCode: EXIT.partFailed,
		hint: 'Run the same command again: it goes on with what is missing.',
	});
}

/** What was fine a moment ago is not any more: somebody else changed something. The rows by their lines. */
function wording(error: ApiError, batch: Batch): string {
	const rows = rowProblems(error).map(({ row, column, problem }) => {
		const line = batch[row]?.line ?? null;
		return `${line === null ? '' : `line ${line}, `}${column} ${problem}`;
	});
	return rows.length > 0 ? `Something changed meanwhile: ${rows.join('; ')}.` : error.message;
}
