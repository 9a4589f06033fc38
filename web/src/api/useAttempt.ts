import { useState } from 'react';
import { reasonOf } from './useCall.ts';

interface Attempts {
	busy: boolean;
	/** Why the last attempt failed, as a sentence; null while one runs and after one that succeeded. */
	error: string | null;
	/** Removes the error, once its input has changed. */
	clear(): void;
	/** Does the work, unless another attempt is running. */
	attempt(work: () => Promise<unknown>): Promise<void>;
}

/**
 * Runs the calls of a form or a button one at a time.
 * @param fields the inputs of the call whose errors are shown instead of its general one
 */
export function useAttempt(...fields: string[]): Attempts {
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	return {
		busy,
		error,
		clear: () => setError(null),
		async attempt(work) {
			if (busy) return;
			setBusy(true);
			setError(null);
			try {
				await work();
			} catch (failure) {
				setError(`Error: ${reasonOf(failure, ...fields)}`);
			}
			setBusy(false);
		},
	};
}
