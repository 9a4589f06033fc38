import { useCallback, useState } from 'react';
import type { Size } from './geometry.ts';
import type { Sizes } from './views.ts';

/** The sizes of pictures in pixels. Each is loaded once; the browser shows it from its cache. */
export function useSizes() {
	const [sizes, setSizes] = useState<Sizes>({});
	const [asked] = useState(() => new Map<string, Promise<Size | null>>());
	/** The size of the picture at a URL; null if it does not load. */
	const measure = useCallback(
		(url: string): Promise<Size | null> => {
			const before = asked.get(url);
			if (before) return before;
			const measuring = sizeOf(url).then((size) => {
				setSizes((known) => ({ ...known, [url]: size }));
				return size;
			});
			asked.set(url, measuring);
			return measuring;
		},
		[asked],
	);
	return { sizes, measure };
}

function sizeOf(url: string): Promise<Size | null> {
	return new Promise((resolve) => {
		const image = new Image();
		image.addEventListener('load', () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
		image.addEventListener('error', () => resolve(null));
		image.src = url;
	});
}
