import { formatMoney, isSoldOut, priceRange } from '@dropwire/contract';
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import uPlot from 'uplot';
import { type ChartLook, useChart } from '../ui/useChart.ts';
import type { HistoryState } from './history.ts';
import { moment, stateAt, stateText } from './states.ts';

const HEIGHT_PX = 220;
/** Width of the price axis, px; the bands of the sizes below begin where it ends. */
const AXIS_PX = 112;

interface Shown {
	points: readonly HistoryState[];
	restocks: readonly { at: number }[];
	launchAt: number | null;
	/** The shown time, epoch ms. */
	from: number;
	to: number;
}

interface ChartProps extends Shown {
	/** What the chart shows, in words. */
	label: string;
}

/** The price over time as a line with steps, with restocks and sold out marked. The arrow keys go from change to change. */
export default function PriceChart(props: ChartProps) {
	// The canvas has the colors of the theme in which it was drawn.
	return <Chart key={useComputedColorScheme('dark')} {...props} />;
}

function Chart({ points, restocks, launchAt, from, to, label }: ChartProps) {
	const [chosen, setChosen] = useState<number | null>(null);
	const shown = useMemo(() => ({ points, restocks, launchAt, from, to }), [points, restocks, launchAt, from, to]);
	const columns = useMemo(() => dataOf(shown), [shown]);
	const options = useCallback(
		(look: ChartLook) => optionsOf(look, shown, (at) => setChosen(at === null ? null : stateAt(shown.points, at))),
		[shown],
	);
	const { place, chart } = useChart(HEIGHT_PX, options, columns);

	function go(event: KeyboardEvent) {
		const now = chosen ?? points.length - 1;
		const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: points.length - 1 }[event.key];
		const made = chart.current;
		if (next === undefined || !made) return;
		event.preventDefault();
		const index = Math.min(Math.max(next, 0), points.length - 1);
		const at = Math.min(Math.max(points[index]?.at ?? from, from), to);
		made.setCursor({ left: made.valToPos(at / 1000, 'x'), top: HEIGHT_PX / 3 });
		setChosen(index);
	}
	const state = points[chosen ?? points.length - 1];
	return (
		<div className="price-chart">
			{/* The keys of a slider; the readout below says where it is. */}
			<div
				ref={place}
				role="slider"
				tabIndex={0}
				aria-label={label}
				aria-valuemin={0}
				aria-valuemax={points.length - 1}
				aria-valuenow={chosen ?? points.length - 1}
				aria-valuetext={state && `${moment(state.at)}: ${stateText(state)}`}
				onKeyDown={go}
			/>
			<p className="chart-readout">
				{state && (
					<>
						<time dateTime={new Date(state.at).toISOString()}>{moment(state.at)}</time> {stateText(state)}
					</>
				)}
			</p>
		</div>
	);
}

/** Columns of the chart: time, price, full price, restocks, sold out. The last state lasts to the end of the range. */
function dataOf({ points, restocks, from, to }: Shown): uPlot.AlignedData {
	const times = new Set<number>([from, to]);
	for (const { at } of [...points, ...restocks]) if (at >= from && at <= to) times.add(at);
	const at = [...times].toSorted((a, b) => a - b);
	const came = new Set(restocks.map((one) => one.at));
	const left = new Set(points.filter((one, index) => isSoldOut(points[index - 1], one)).map((one) => one.at));
	const first = points[0]?.at ?? to;
	const states = at.map((time) => (time < first ? undefined : points[stateAt(points, time)]));
	const prices = states.map((state) => state?.price ?? null);
	return [
		at.map((time) => time / 1000),
		prices,
		states.map((state) => (state?.full != null && state.full !== state.price ? state.full : null)),
		at.map((time, index) => (came.has(time) ? (prices[index] ?? null) : null)),
		at.map((time, index) => (left.has(time) ? (prices[index] ?? null) : null)),
	];
}

function optionsOf(
	{ axis, token }: ChartLook,
	{ points, launchAt, from, to }: Shown,
	moved: (at: number | null) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
	const currency = points.findLast((one) => one.currency !== null)?.currency ?? null;
	const stepped = uPlot.paths.stepped?.({ align: 1 });
	const line = { ...(stepped && { paths: stepped }), points: { show: false } };
	const marks = (color: string) => ({ paths: () => null, points: { show: true, size: 9, fill: color, stroke: color } });
	const { low, high } = priceRange(points);
	return {
		legend: { show: false },
		padding: [8, 0, 0, 0],
		axes: [
			axis,
			{
				...axis,
				size: AXIS_PX,
				values: (_, ticks) => ticks.map((tick) => (currency === null ? '' : formatMoney(tick, currency))),
			},
		],
		scales: { x: { range: () => [from / 1000, to / 1000] }, y: { range: () => [low, high] } },
		series: [
			{},
			{ stroke: token('signal'), width: 2, ...line },
			{ stroke: token('dim'), width: 1, dash: [4, 4], ...line },
			{ stroke: token('good'), ...marks(token('good')) },
			{ stroke: token('bad'), ...marks(token('bad')) },
		],
		cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
		hooks: {
			setCursor: [({ cursor: { left = -1 }, posToVal }) => moved(left < 0 ? null : posToVal(left, 'x') * 1000)],
			draw: [
				({ ctx, bbox, valToPos }) => {
					if (launchAt === null || launchAt < from || launchAt > to) return;
					const left = valToPos(launchAt / 1000, 'x', true);
					ctx.save();
					ctx.strokeStyle = token('info');
					ctx.setLineDash([2, 4]);
					ctx.beginPath();
					ctx.moveTo(left, bbox.top);
					ctx.lineTo(left, bbox.top + bbox.height);
					ctx.stroke();
					ctx.restore();
				},
			],
		},
	};
}
