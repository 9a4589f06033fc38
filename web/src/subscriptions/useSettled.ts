import { useEffect, useState } from 'react';

/** How long the user must have stopped editing before a call is made, ms. */
const SETTLE_MS = 400;

/** The newest answer, and whether it is about the current input. */
export interface Settled<Answer> {
	current: boolean;
	/** The last answer stays until the next one. */
	result: Answer | null;
	/** Also names invalid options by field. */
	error: unknown;
}

/**
 * Makes a call again while its input is edited. A call with outdated input is cancelled.
 * @param run must not change between renders
 */
export function useSettled<Input, Answer>(
	input: Input,
	run: (input: Input, signal: AbortSignal) => Promise<{ data: Answer }>,
): Settled<Answer> {
	const tried = JSON.stringify(input);
	const [outcome, setOutcome] = useState<Omit<Settled<Answer>, 'current'> & { of: string | null }>({
		of: null,
		result: null,
		error: null,
	});
	useEffect(() => {
		const cancel = new AbortController();
		const timer = setTimeout(() => {
			run(JSON.parse(tried) as Input, cancel.signal).then(
				({ data }) => !cancel.signal.aborted && setOutcome({ of: tried, result: data, error: null }),
				(error: unknown) => !cancel.signal.aborted && setOutcome(({ result }) => ({ of: tried, result, error })),
			);
		}, SETTLE_MS);
		return () => {
			clearTimeout(timer);
			cancel.abort();
		};
	}, [tried, run]);
	const current = outcome.of === tried;
	return { current, result: outcome.result, error: current ? outcome.error : null };
}
