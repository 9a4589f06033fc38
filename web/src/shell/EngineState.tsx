import type { CallState } from '../api/useCall.ts';
import type { CallOutput, Contract } from '@dropwire/contract';

/** The status line's first entry: whether the engine is running, as far as the server has answered. */
export function EngineState({ data, error }: Pick<CallState<CallOutput<Contract['pulse']>>, 'data' | 'error'>) {
	const stopped = data?.data.engines === 0;
	return (
		<span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
			<i className={`dot ${error || stopped ? 'bad' : data ? 'good' : 'wait'}`} aria-hidden="true" />
			{error ? error.message : stopped ? 'Engine is stopped' : data ? 'Engine is running' : 'Loading …'}
		</span>
	);
}
