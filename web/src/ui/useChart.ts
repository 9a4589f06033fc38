import 'uplot/dist/uPlot.min.css';
import { type RefObject, useEffect, useRef } from 'react';
import uPlot from 'uplot';

/** What the axes of all charts share, and the colors of the theme. A canvas keeps those with which it was drawn. */
export interface ChartLook {
	axis: uPlot.Axis;
	/** The value of a token of the theme. */
	token(name: string): string;
}

interface Made {
	/** The element that holds the chart. */
	place: RefObject<HTMLDivElement | null>;
	/** The chart, while it is mounted. */
	chart: RefObject<uPlot | null>;
}

/**
 * A chart as wide as its place.
 * @param optionsOf its options; the chart is made again when the function changes, so keep it with `useCallback`
 * @param data its columns; new ones are drawn into the same chart
 */
export function useChart(
	heightPx: number,
	optionsOf: (look: ChartLook) => Omit<uPlot.Options, 'width' | 'height'>,
	data: uPlot.AlignedData,
): Made {
	const place = useRef<HTMLDivElement>(null);
	const chart = useRef<uPlot | null>(null);
	/** What the chart shows. */
	const drawn = useRef(data);
	useEffect(() => {
		if (drawn.current !== data) chart.current?.setData(data);
		drawn.current = data;
	}, [data]);
	useEffect(() => {
		const host = place.current;
		if (!host) return undefined;
		const size = () => ({ width: host.clientWidth, height: heightPx });
		const made = new uPlot({ ...optionsOf(lookOf(host)), ...size() }, drawn.current, host);
		chart.current = made;
		const resized = new ResizeObserver(() => made.setSize(size()));
		resized.observe(host);
		return () => {
			resized.disconnect();
			made.destroy();
			chart.current = null;
		};
	}, [heightPx, optionsOf]);
	return { place, chart };
}

function lookOf(host: HTMLElement): ChartLook {
	const style = getComputedStyle(host);
	const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
	const axis = {
		stroke: token('dim'),
		grid: { stroke: token('line'), width: 1 },
		ticks: { stroke: token('line'), width: 1, size: 4 },
		font: `12px ${style.fontFamily}`,
	};
	return { axis, token };
}
