import type { CallOutput, Contract, SubscriptionOptions } from '@dropwire/contract';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';

/** How long the user must have stopped editing before options are tried, ms. */
const SETTLE_MS = 400;

export type TrialResult = CallOutput<Contract['subscriptionTry']>['data'];

/** The newest outcome of a trial, and the options that it is about. */
interface Trial {
	/** Whether the outcome is about the current options. */
	current: boolean;
	result: TrialResult | null;
	/** Also names invalid options by field. */
	error: unknown;
}

/**
 * Tries options on the topic's last events while they are edited. A trial of outdated options is cancelled. The last
 * result stays until the next one.
 */
export function useTrial(id: string, options: SubscriptionOptions): Trial {
	const tried = JSON.stringify(options);
	const [outcome, setOutcome] = useState<Omit<Trial, 'current'> & { of: string | null }>({
		of: null,
		result: null,
		error: null,
	});
	useEffect(() => {
		const cancel = new AbortController();
		const timer = setTimeout(() => {
			api.subscriptionTry({ id, options: JSON.parse(tried) as SubscriptionOptions }, cancel.signal).then(
				({ data }) => !cancel.signal.aborted && setOutcome({ of: tried, result: data, error: null }),
				(error: unknown) => !cancel.signal.aborted && setOutcome(({ result }) => ({ of: tried, result, error })),
			);
		}, SETTLE_MS);
		return () => {
			clearTimeout(timer);
			cancel.abort();
		};
	}, [id, tried]);
	const current = outcome.of === tried;
	return { current, result: outcome.result, error: current ? outcome.error : null };
}
