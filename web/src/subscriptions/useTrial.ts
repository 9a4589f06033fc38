import type { CallInput, CallOutput, Contract, SubscriptionOptions } from '@dropwire/contract';
import { api } from '../api/client.ts';
import { type Settled, useSettled } from './useSettled.ts';

export type TrialResult = CallOutput<Contract['subscriptionTry']>['data'];

const run = (input: CallInput<Contract['subscriptionTry']>, signal: AbortSignal) => api.subscriptionTry(input, signal);

/** Tries options on the topic's last events while they are edited. */
export function useTrial(id: string, options: SubscriptionOptions): Settled<TrialResult> {
	return useSettled({ id, options }, run);
}
