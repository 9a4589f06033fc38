import { useCallback, useState } from 'react';

/** Which edges of a scroll container hide more, for the frame around it. */
export function useEdges() {
	const [hidden, setHidden] = useState({ left: false, right: false });
	const measure = useCallback((element: HTMLElement) => {
		const { scrollLeft, scrollWidth, clientWidth } = element;
		const next = { left: scrollLeft > 0, right: scrollLeft + clientWidth < scrollWidth - 1 };
		setHidden((now) => (now.left === next.left && now.right === next.right ? now : next));
	}, []);
	const ref = useCallback(
		(element: HTMLElement | null) => {
			if (!element) return undefined;
			const observer = new ResizeObserver(() => measure(element));
			observer.observe(element);
			for (const child of element.children) observer.observe(child);
			return () => observer.disconnect();
		},
		[measure],
	);
	return {
		frame: { 'data-more-left': hidden.left || undefined, 'data-more-right': hidden.right || undefined },
		scroller: { ref, onScroll: ({ currentTarget }: { currentTarget: HTMLElement }) => measure(currentTarget) },
	};
}
