import { ApiError } from '@dropwire/contract';
import { EXIT, Failure } from '../failure.ts';
import type { Api } from '../server/client.ts';
import { UnconfirmedWrite } from '../server/retries.ts';
import { uninterrupted } from '../terminal/interrupt.ts';
import { note } from '../terminal/output.ts';
import type { RowKind } from './kind.ts';
import type { Preview } from './preview.ts';

/**
 * Applies a preview batch by batch. Each batch is applied completely or not at all. Ctrl-C stops after the current
 * batch.
 * @param onApplied receives the number of applied batches
 * @throws Failure with that number; running the same command again continues from there
 */
export async function applyPreview(
	{ batches }: Preview,
	{ kind, api, onApplied }: { kind: RowKind; api: Api; onApplied: (count: number) => void },
): Promise<void> {
	let stopped = false;
	const stop = () => {
		stopped = true;
		note('\nStopping after the current batch. Press Ctrl-C again to quit immediately.');
	};
	await uninterrupted(stop, async () => {
		for (const [applied, { request }] of batches.entries()) {
			onApplied(applied);
			if (stopped) throw unfinished(applied, batches.length, 'Interrupted.');
			try {
				await kind.send(api, { ...request, dryRun: false });
			} catch (error) {
				if (error instanceof UnconfirmedWrite) throw unanswered(applied, batches.length);
				if (applied === 0 && !(error instanceof ApiError && error.code === 'conflict')) throw error;
				throw unfinished(applied, batches.length, error instanceof Error ? error.message : String(error));
			}
		}
		onApplied(batches.length);
	});
}

function unfinished(applied: number, all: number, why: string): Failure {
	if (applied === 0) return new Failure(`${why} Nothing was changed.`, { hint: 'Run the same command again.' });
	return new Failure(`${why} ${applied} of ${all} batches were applied.`, {
		exitCode: EXIT.partFailed,
		hint: 'Run the same command again to apply the rest.',
	});
}

/** The failure of a batch whose outcome is unknown. */
function unanswered(applied: number, all: number): Failure {
	const done = applied === 0 ? '' : ` ${applied} of ${all} batches were applied.`;
	return new Failure(
		`The server did not answer.${done} It may have applied ${all === 1 ? 'the changes' : 'the next batch'}.`,
		{
			exitCode: applied === 0 ? EXIT.failed : EXIT.partFailed,
			hint: 'Run the same command again: it applies what is missing.',
		},
	);
}
