import { useCall } from '../api/useCall.ts';
import { EngineState } from './EngineState.tsx';
import { useFeatures } from './feature.ts';

const EVERY_MS = 5000;

/** The status line of every screen: the engine's state as the server reports it, and the features' parts. */
export function StatusLine() {
	const features = useFeatures();
	const { data, error } = useCall('pulse', {}, { refreshInterval: EVERY_MS });
	return (
		<>
			<EngineState data={data} error={error} />
			{data && !error && features.map(({ Status }, index) => Status && <Status key={index} pulse={data.data} />)}
		</>
	);
}
