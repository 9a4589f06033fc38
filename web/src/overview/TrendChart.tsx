import 'uplot/dist/uPlot.min.css';
import type { CallOutput, Contract } from '@dropwire/contract';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';

const HEIGHT_PX = 160;

type Hours = CallOutput<Contract['trends']>['data']['hours'];

interface Props {
	hours: Hours;
	label: string;
}

/** Lines of sent and failed messages over hours. The cursor shows an hour's numbers in the legend. */
export default function TrendChart(props: Props) {
	// The canvas has the colors of the theme in which it was drawn.
	return <Chart key={useComputedColorScheme('dark')} {...props} />;
}

function Chart({ hours, label }: Props) {
	const place = useRef<HTMLDivElement>(null);
	const chart = useRef<uPlot | null>(null);
	useEffect(() => {
		const host = place.current;
		if (!host) return undefined;
		const made = new uPlot({ ...optionsOf(host), width: host.clientWidth, height: HEIGHT_PX }, [[], [], []], host);
		chart.current = made;
		const resized = new ResizeObserver(() => made.setSize({ width: host.clientWidth, height: HEIGHT_PX }));
		resized.observe(host);
		return () => {
			resized.disconnect();
			made.destroy();
			chart.current = null;
		};
	}, []);
	useEffect(() => {
		chart.current?.setData([
			hours.map(({ at }) => at / 1000),
			hours.map(({ sent }) => sent),
			hours.map(({ failed }) => failed),
		]);
	}, [hours]);
	return <div ref={place} role="img" aria-label={label} />;
}

function optionsOf(host: HTMLElement): Omit<uPlot.Options, 'width' | 'height'> {
	const style = getComputedStyle(host);
	const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
	const axis = {
		stroke: token('dim'),
		grid: { stroke: token('line'), width: 1 },
		ticks: { stroke: token('line'), width: 1, size: 4 },
		font: `12px ${style.fontFamily}`,
	};
	const amber = token('signal');
	return {
		axes: [
			axis,
			{ ...axis, size: 48, values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? `${tick}` : '')) },
		],
		scales: { y: { range: (_, __, highest) => [0, Math.max(4, highest * 1.1)] } },
		series: [
			// Hours in UTC, which start at half past in some time zones.
			{ value: '{D} {MMM}, {H}:{mm}' },
			{ label: 'Sent', stroke: amber, fill: `${amber}2e`, width: 2, points: { show: false } },
			{ label: 'Failed', stroke: token('bad'), width: 2, points: { show: false } },
		],
		cursor: { drag: { x: false, y: false } },
	};
}
