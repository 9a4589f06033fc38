import { useCallback, useEffect, useRef } from 'react';

/** The shortest and the longest delay, ms. Random, so that not all open pages send a request at the same moment. */
const [SHORTEST, LONGEST] = [1000, 2000];

/** Delays `work` by one to two seconds and combines all calls within that time, so it runs at most once a second. */
export function useSoon(work: () => void): () => void {
	const latest = useRef(work);
	const timer = useRef<number>(undefined);
	useEffect(() => {
		latest.current = work;
	});
	useEffect(() => () => clearTimeout(timer.current), []);
	return useCallback(() => {
		timer.current ??= window.setTimeout(
			() => {
				timer.current = undefined;
				latest.current();
			},
			SHORTEST + Math.random() * (LONGEST - SHORTEST),
		);
	}, []);
}
