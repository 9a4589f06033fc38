import { ApiError } from '@dropwire/contract';
import { type ExitCode, exitOfMany } from './failure.ts';
import { stoppedAfter } from './reportError.ts';
import type { Globals } from './server/session.ts';
import { safe, warn, writeJson } from './terminal/output.ts';

/** What became of one item. */
export interface Outcome {
	/** The item's object in the array of --json. */
	result: object;
	failed: boolean;
	/** Prints it as text. */
	print: () => Promise<void> | void;
}

/**
 * Processes items one by one and reports each outcome, also if an error stops the work in between: as text at once, with
 * --json as one array at the end.
 * @returns the exit code
 * @throws an error that stops the work before the first outcome
 */
export async function oneByOne<Item>(
	items: Iterable<Item>,
	globals: Globals,
	process: (item: Item) => Promise<Outcome>,
): Promise<ExitCode> {
	const outcomes: Outcome[] = [];
	let stopped: { error: unknown } | null = null;
	for (const item of items) {
		try {
			const outcome = await process(item);
			outcomes.push(outcome);
			if (!globals.json) await outcome.print();
		} catch (error) {
			stopped = { error };
			break;
		}
	}
	if (globals.json && outcomes.length > 0) await writeJson(outcomes.map(({ result }) => result));
	if (stopped) return stoppedAfter(outcomes.length, stopped.error, globals);
	return exitOfMany(outcomes.filter(({ failed }) => failed).length, outcomes.length);
}

/**
 * The message of an error that concerns one item only, by its HTTP status.
 * @throws any other error, for example that the server does not answer
 */
export function problemOf(error: unknown, statuses: readonly number[] = [404, 409]): string {
	if (error instanceof ApiError && statuses.includes(error.status)) return error.message;
	throw error;
}

/** The outcome of an item that could not be processed: the problem is printed on stderr. */
export function failedItem(id: string, problem: string, result: object): Outcome {
	return { result: { ...result, problem }, failed: true, print: () => warn(`${id}: ${safe(problem)}`) };
}
