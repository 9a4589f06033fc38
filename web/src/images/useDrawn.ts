import { useEffect, useState } from 'react';
import { reasonOf } from '../api/useCall.ts';
import type { Cut } from './background.ts';
import type { Look } from './look.ts';
import type { PictureSources } from './sources.ts';

interface State {
	/** The URL that it belongs to. */
	of: string;
	src: string | null;
	cut: Cut | null;
	error: string | null;
}

/** The address of a picture as it is shown: its own, or that of the picture which the browser drew from it. */
export function useDrawn(url: string, look: Look | null, sources: PictureSources): Omit<State, 'of'> {
	const [state, setState] = useState<State>({ of: url, src: null, cut: null, error: null });
	const { color, transparent, padding } = look ?? { color: null, transparent: false, padding: 0 };
	useEffect(() => {
		if (color === null) return undefined;
		let src: string | undefined;
		let left = false;
		sources.draw(url, { color, transparent, padding }).then(
			({ image, cut }) => {
				if (left) return;
				src = URL.createObjectURL(image);
				setState({ of: url, src, cut, error: null });
			},
			(failure: unknown) => !left && setState({ of: url, src: null, cut: null, error: reasonOf(failure, 'url') }),
		);
		return () => {
			left = true;
			if (src) URL.revokeObjectURL(src);
		};
	}, [url, color, transparent, padding, sources]);
	if (!look || state.of !== url) return { src: url, cut: null, error: null };
	return { ...state, src: state.src ?? url };
}
