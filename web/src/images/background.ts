/** What became of a picture's background: made transparent, already transparent, or left because it is not one color. */
export type Cut = 'cut' | 'clear' | 'kept';

/** The largest difference of a color channel within one background. */
const ONE_COLOR = 12;
/** The corners of a background can differ more, since light falls off towards them. */
const CORNERS = 24;
/** Pixels at the edge of the product are a mixture with the background up to this difference. */
const MIXED = 60;
const OPAQUE = 255;

/** The pixels of an image: red, green, blue and opacity. */
export interface Pixels {
	data: Uint8ClampedArray;
	width: number;
	height: number;
}

/**
 * Makes the background of a product picture transparent: all pixels of the corners' color that are connected to the
 * border. The same color inside the product stays. Changes `data`.
 */
export function cutBackground(pixels: Pixels): Cut {
	const { data, width, height } = pixels;
	const last = width * height - 1;
	const corners = [0, width - 1, last - width + 1, last];
	if (corners.some((at) => (data[at * 4 + 3] ?? OPAQUE) < OPAQUE)) return 'clear';
	const color = [0, 1, 2].map((channel) => median(corners.map((at) => data[at * 4 + channel] ?? 0)));
	if (corners.some((at) => difference(data, at, color) > CORNERS)) return 'kept';
	const outside = fill(pixels, color);
	for (let at = 0; at <= last; at++) {
		if (outside[at]) data[at * 4 + 3] = 0;
		else if (touches(outside, at, width, height)) soften(data, at, color);
	}
	return 'cut';
}

/** Marks the pixels of this color that are connected to the border. */
function fill({ data, width, height }: Pixels, color: readonly number[]): Uint8Array {
	const marked = new Uint8Array(width * height);
	const open: number[] = [];
	const visit = (at: number) => {
		if (marked[at] || difference(data, at, color) > ONE_COLOR) return;
		marked[at] = 1;
		open.push(at);
	};
	for (let x = 0; x < width; x++) {
		visit(x);
		visit((height - 1) * width + x);
	}
	for (let y = 0; y < height; y++) {
		visit(y * width);
		visit(y * width + width - 1);
	}
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		const x = at % width;
		if (x > 0) visit(at - 1);
		if (x < width - 1) visit(at + 1);
		if (at >= width) visit(at - width);
		if (at < width * (height - 1)) visit(at + width);
	}
	return marked;
}

function touches(marked: Uint8Array, at: number, width: number, height: number): boolean {
	const x = at % width;
	return (
		(x > 0 && marked[at - 1] === 1) ||
		(x < width - 1 && marked[at + 1] === 1) ||
		(at >= width && marked[at - width] === 1) ||
		(at < width * (height - 1) && marked[at + width] === 1)
	);
}

/** Takes the background's part out of a pixel at the edge, so that no light line is left around the product. */
function soften(data: Uint8ClampedArray, at: number, color: readonly number[]): void {
	const opacity = Math.min(1, difference(data, at, color) / MIXED);
	for (const [channel, background] of color.entries()) {
		const index = at * 4 + channel;
		data[index] = ((data[index] ?? 0) - background * (1 - opacity)) / opacity;
	}
	data[at * 4 + 3] = Math.round(opacity * OPAQUE);
}

function difference(data: Uint8ClampedArray, at: number, color: readonly number[]): number {
	const start = at * 4;
	return Math.max(
		Math.abs((data[start] ?? 0) - (color[0] ?? 0)),
		Math.abs((data[start + 1] ?? 0) - (color[1] ?? 0)),
		Math.abs((data[start + 2] ?? 0) - (color[2] ?? 0)),
	);
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.trunc(values.length / 2)] ?? 0;
}
