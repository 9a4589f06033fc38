import { formatMoney, isSoldOut, type PresentedHistory, type PresentedPoint, priceRange } from '@dropwire/domain';
import { timeTicks, valueTicks } from './ticks.ts';

/** What a picture shows. */
export interface PlottedHistory extends Pick<PresentedHistory, 'points' | 'sizes'> {
	/** When the product or some of its sizes came back, epoch ms. */
	restocks: readonly number[];
	/** Region and SKU: what is read the same in every language. */
	label: string;
	launchAt: number | null;
	/** The shown time, epoch ms. */
	from: number;
	to: number;
}

/** The colors of the web's dark theme (`web/src/theme/tokens.css`). */
const COLORS = {
	surface: '#14171c',
	raised: '#1c2027',
	line: '#2b313b',
	text: '#e8eaee',
	dim: '#9aa3b2',
	signal: '#ffb020',
	good: '#3ecf8e',
	bad: '#ff6b6b',
	info: '#6cb6ff',
} as const;

/** Sizes in pixels. Discord shows a picture at less than half its width, so that the smallest text is 24 px high. */
const WIDTH = 1000;
const EDGE = 32;
const PLOT = { top: 96, height: 300 } as const;
const TEXT = 24;
/** The average width of a character of the small text. */
const CHARACTER = 13.5;
const STOCK = { top: PLOT.top + PLOT.height + 60, height: 26 } as const;
const SIZES = { top: STOCK.top + STOCK.height + 14, row: 32, band: 20, max: 8, label: 9 } as const;

/** The dots of sold out and restocks: small ones, below the line, where there are many. */
const DOTS = { radius: 9, small: 5, many: 40, apart: 8 } as const;

/** Text in the picture's font, which has Latin letters, digits, punctuation and signs of currencies. */
const DRAWABLE =
	/^[\u0020-\u007E\u00A0-\u017F\u2013\u2014\u2026\u2044\u20A9\u20AA\u20AB\u20AC\u20B1\u20B9\u20BD\u00D7]*$/;

/**
 * Price and stock over time as SVG, in the manner of the web's chart: the price as a line with steps, the full price dashed,
 * restocks and sold out as dots, the launch as a dashed line; below it when the product and its sizes were in stock. Without
 * words, so that it is the same in every language.
 */
export function drawHistory(history: PlottedHistory): string {
	const { points, from, to } = history;
	const currency = points.findLast((point) => point.currency !== null)?.currency ?? null;
	const { low, high } = priceRange(points);
	const ticks = currency === null ? [] : valueTicks(low, high).map((at) => ({ at, text: amount(at, currency) }));
	const rows = shownSizes(history);
	const labels = [...ticks.map(({ text }) => text), ...rows.map(({ size }) => size)];
	const left = EDGE + Math.max(3, ...labels.map((text) => text.length)) * CHARACTER + 12;
	const x = (at: number) =>
		round(left + ((Math.min(Math.max(at, from), to) - from) / (to - from)) * (WIDTH - EDGE - left));
	const y = (price: number) => round(PLOT.top + PLOT.height * (1 - (price - low) / (high - low)));
	const bottom = PLOT.top + PLOT.height;
	const height = rows.length > 0 ? SIZES.top + rows.length * SIZES.row + EDGE / 2 : STOCK.top + STOCK.height + EDGE;
	const marks = dots(history, x, y);
	const areMany = marks.length > DOTS.many;
	const parts = [
		`<rect width="${WIDTH}" height="${height}" fill="${COLORS.surface}"/>`,
		header(history, currency),
		...ticks.map(({ at, text }) => line(left, y(at), WIDTH - EDGE, y(at)) + label(left - 12, y(at) + 8, text, 'end')),
		...timeTicks(from, to).map(({ at, text, anchor }) => {
			return line(x(at), PLOT.top, x(at), bottom) + label(x(at), bottom + 36, text, anchor);
		}),
		launchLine(history, x),
		...(areMany ? marks.map((mark) => circle(mark, DOTS.small)) : []),
		stepLine(points, {
			x,
			y,
			to,
			value: fullPrice,
			style: `stroke="${COLORS.dim}" stroke-width="3" stroke-dasharray="10 8"`,
		}),
		stepLine(points, { x, y, to, value: ({ price }) => price, style: `stroke="${COLORS.signal}" stroke-width="5"` }),
		...(areMany ? [] : marks.map((mark) => circle(mark, DOTS.radius))),
		...stockBand(history, x),
		...rows.flatMap(({ size, spans }, index) => {
			const top = SIZES.top + index * SIZES.row;
			const place = { top, height: SIZES.band };
			const stays = spans.filter(([begin, end]) => begin < to && (end ?? to) > from);
			return [
				label(left - 12, top + SIZES.band - 1, size, 'end'),
				band([[left, WIDTH - EDGE]], { ...place, color: COLORS.raised }),
				band(
					stays.map(([begin, end]) => [x(begin), x(end ?? to)]),
					{ ...place, color: COLORS.good },
				),
			];
		}),
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="Inter">${parts.join('')}</svg>`;
}

/** What the picture is of, and the price now with the full price. */
function header({ label: what, points }: PlottedHistory, currency: string | null): string {
	const last = points.at(-1);
	const name = DRAWABLE.test(what) ? what : '';
	const begin = `<text x="${EDGE}" y="60" font-size="34" fill="${COLORS.text}">${escapeXml(name)}</text>`;
	if (!last || last.price === null || currency === null) return begin;
	const full = fullPrice(last);
	const struck = `fill="${COLORS.dim}" text-decoration="line-through"`;
	const was = full === null ? '' : `<tspan ${struck}>${escapeXml(amount(full, currency))}</tspan>\u00A0\u00A0`;
	const now = `<tspan fill="${COLORS.signal}">${escapeXml(amount(last.price, currency))}</tspan>`;
	return `${begin}<text x="${WIDTH - EDGE}" y="60" font-size="38" text-anchor="end">${was}${now}</text>`;
}

interface Line {
	x: (at: number) => number;
	y: (price: number) => number;
	to: number;
	value: (point: PresentedPoint) => number | null;
	style: string;
}

/** A line that keeps each value until the next point, with a break where it is unknown. */
function stepLine(points: readonly PresentedPoint[], { x, y, to, value, style }: Line): string {
	let path = '';
	let isOpen = false;
	for (const [index, point] of points.entries()) {
		const price = value(point);
		if (price !== null)
			path += `${isOpen ? `V${y(price)}` : `M${x(point.at)} ${y(price)}`}H${x(points[index + 1]?.at ?? to)}`;
		isOpen = price !== null;
	}
	return path && `<path d="${path}" fill="none" shape-rendering="crispEdges" ${style}/>`;
}

function fullPrice({ price, full }: PresentedPoint): number | null {
	return price !== null && full !== null && full !== price ? full : null;
}

/** Sold out and restocks, on the line of the price; one of those that would cover each other. */
function dots({ points, restocks }: PlottedHistory, x: Line['x'], y: Line['y']): Dot[] {
	const left = points.flatMap((point, index) => (isSoldOut(points[index - 1], point) ? [point.at] : []));
	return [...dotsOf(left, COLORS.bad), ...dotsOf(restocks, COLORS.good)];

	function dotsOf(moments: readonly number[], color: string): Dot[] {
		const drawn: Dot[] = [];
		let index = 0;
		for (const at of moments) {
			while ((points[index + 1]?.at ?? Infinity) <= at) index++;
			const price = points[index]?.price ?? null;
			if (price === null || x(at) - (drawn.at(-1)?.x ?? -Infinity) < DOTS.apart) continue;
			drawn.push({ x: x(at), y: y(price), color });
		}
		return drawn;
	}
}

interface Dot {
	x: number;
	y: number;
	color: string;
}

function circle({ x, y, color }: Dot, radius: number): string {
	return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`;
}

function launchLine({ launchAt, from, to }: PlottedHistory, x: Line['x']): string {
	if (launchAt === null || launchAt < from || launchAt > to) return '';
	const [at, bottom] = [x(launchAt), PLOT.top + PLOT.height];
	return `<path d="M${at} ${PLOT.top}V${bottom}" stroke="${COLORS.info}" stroke-width="4" stroke-dasharray="6 8"/>`;
}

/** When the product was in stock and when it was sold out; neither where that is unknown. */
function stockBand({ points, to }: PlottedHistory, x: Line['x']): string[] {
	const place = { top: STOCK.top, height: STOCK.height };
	const when = (available: boolean) =>
		points.flatMap((point, index): Extent[] =>
			point.available === available ? [[x(point.at), x(points[index + 1]?.at ?? to)]] : [],
		);
	return [
		band([[x(-Infinity), x(to)]], { ...place, color: COLORS.raised }),
		band(when(false), { ...place, color: COLORS.bad, opacity: 0.3 }),
		band(when(true), { ...place, color: COLORS.good }),
	];
}

/** The sizes that changed last, in the order of sizes: more would be too small to read. */
function shownSizes({ sizes }: PlottedHistory): PlottedHistory['sizes'] {
	const drawable = sizes.filter(({ size }) => size.length <= SIZES.label && DRAWABLE.test(size));
	const changedAt = ({ spans }: PlottedHistory['sizes'][number]) => Math.max(...spans.map(([from, to]) => to ?? from));
	const latest = new Set(drawable.toSorted((a, b) => changedAt(b) - changedAt(a)).slice(0, SIZES.max));
	return drawable.filter((size) => latest.has(size));
}

type Extent = [left: number, right: number];

/** Rectangles of whole pixels in one row; what would touch is one. */
function band(
	extents: readonly Extent[],
	{ top, height, color, opacity = 1 }: { top: number; height: number; color: string; opacity?: number },
): string {
	const joined: Extent[] = [];
	for (const [begin, end] of extents) {
		const [left, right] = [Math.floor(begin), Math.max(Math.floor(begin) + 2, Math.ceil(end))];
		const last = joined.at(-1);
		if (last && left <= last[1]) last[1] = Math.max(last[1], right);
		else joined.push([left, right]);
	}
	const path = joined.map(([left, right]) => `M${left} ${top}H${right}v${height}H${left}z`).join('');
	return path && `<path d="${path}" fill="${color}" opacity="${opacity}" shape-rendering="crispEdges"/>`;
}

function line(x1: number, y1: number, x2: number, y2: number): string {
	return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${COLORS.line}" stroke-width="2" shape-rendering="crispEdges"/>`;
}

function label(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end'): string {
	return `<text x="${x}" y="${y}" font-size="${TEXT}" fill="${COLORS.dim}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
}

/** `$150`, `$149.99`. */
function amount(minor: number, currency: string): string {
	return formatMoney(minor, currency).replace(/\.0+$/, '').replaceAll('\u00A0', ' ');
}

function round(pixels: number): number {
	return Math.round(pixels * 10) / 10;
}

function escapeXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
