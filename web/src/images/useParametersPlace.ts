import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** From this width on the parameters are beside the pictures; below, they are a sheet over them. */
const WIDE = '(min-width: 1000px)';

/** Where the image parameters are, and whether they are open: at first beside the pictures, but not over them. */
export function useParametersPlace() {
	const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
	const [side, setSide] = useState(true);
	const [sheet, setSheet] = useState(false);
	/** The button that opens them gets the focus when they are closed. */
	const button = useRef<HTMLButtonElement>(null);
	const open = wide ? side : sheet;
	const set = wide ? setSide : setSheet;
	return {
		wide,
		open,
		button,
		toggle: () => set(!open),
		close() {
			// The button can be rendered only now.
			flushSync(() => set(false));
			button.current?.focus();
		},
	};
}
