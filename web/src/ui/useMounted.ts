import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still shown, for what follows an answer: after Cancel, another dialog may be open. */
export function useMounted(): RefObject<boolean> {
	const mounted = useRef(false);
	useEffect(() => {
		mounted.current = true;
		return () => {
			mounted.current = false;
		};
	}, []);
	return mounted;
}
