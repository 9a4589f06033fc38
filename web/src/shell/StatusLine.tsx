import type { CallOutput, Contract } from '@dropwire/contract';
import { type CallState, useCall } from '../api/useCall.ts';
import { useUser } from '../ui/Guard.tsx';
import { useFeatures } from './feature.ts';

const EVERY_MS = 5000;

/** The status line of every screen: the engine's state as the server reports it, and the features' parts. */
export function StatusLine() {
	const features = useFeatures();
	const { hasAccess } = useUser();
	const { data, error } = useCall('pulse', hasAccess ? {} : null, { refreshInterval: EVERY_MS });
	if (!hasAccess) return <span>Your account is not on the access list yet.</span>;
	return (
		<>
			<EngineState data={data} error={error} />
			{data && !error && features.map(({ Status }, index) => Status && <Status key={index} pulse={data.data} />)}
		</>
	);
}

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
