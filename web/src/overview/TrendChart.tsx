import type { CallOutput, Contract } from '@dropwire/contract';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type uPlot from 'uplot';
import { type ChartLook, useChart } from '../ui/useChart.ts';

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
	const columns = useMemo<uPlot.AlignedData>(
		() => [hours.map(({ at }) => at / 1000), hours.map(({ sent }) => sent), hours.map(({ failed }) => failed)],
		[hours],
	);
	const { place } = useChart(HEIGHT_PX, optionsOf, columns);
	return <div ref={place} role="img" aria-label={label} />;
}

function optionsOf({ axis, token }: ChartLook): Omit<uPlot.Options, 'width' | 'height'> {
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
