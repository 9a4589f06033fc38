export interface Size {
	width: number;
	height: number;
}

export interface Area extends Size {
	x: number;
	y: number;
}

/** A crop with the size of the picture on which it was made, where that is known. */
export interface SizedCrop extends Area {
	imageWidth?: number;
	imageHeight?: number;
}

/** The size of a picture with this padding on each side. */
export function paddedSize({ width, height }: Size, padding: number): Size {
	return { width: width + 2 * padding, height: height + 2 * padding };
}

/**
 * The same part of another picture, which can have another resolution or other proportions: the crop keeps its
 * proportions and its center, and lies inside the picture.
 */
export function fitCrop(crop: SizedCrop, size: Size): Area {
	const from = { width: crop.imageWidth ?? size.width, height: crop.imageHeight ?? size.height };
	const scale = Math.min(size.width / from.width, size.height / from.height);
	const shrink = Math.min(1, size.width / (crop.width * scale), size.height / (crop.height * scale));
	const width = Math.max(1, Math.round(crop.width * scale * shrink));
	const height = Math.max(1, Math.round(crop.height * scale * shrink));
	const centerX = ((crop.x + crop.width / 2) / from.width) * size.width;
	const centerY = ((crop.y + crop.height / 2) / from.height) * size.height;
	return {
		x: within(Math.round(centerX - width / 2), size.width - width),
		y: within(Math.round(centerY - height / 2), size.height - height),
		width,
		height,
	};
}

/** A centered area of at most this length on each side. */
export function centerOf({ width, height }: Size, max: number): Area {
	const side = { width: Math.min(max, width), height: Math.min(max, height) };
	return { x: (width - side.width) / 2, y: (height - side.height) / 2, ...side };
}

/** How far the ratio of two pictures of the same proportions can differ: hosts round to whole pixels. */
const ONE_RATIO = 0.01;

/** Whether two pictures have the same proportions, whatever their resolution. */
export function sameProportions(a: Size, b: Size): boolean {
	return Math.abs(Math.log((a.width * b.height) / (a.height * b.width))) < ONE_RATIO;
}

/** `400 × 300`. */
export function sizeText({ width, height }: Size): string {
	return `${Math.round(width)} × ${Math.round(height)}`;
}

/** `400 × 300`, or `160 × 160 to 2000 × 2000` for pictures of different sizes; empty for none. */
export function sizesText(sizes: readonly Size[]): string {
	const texts = [...new Set(sizes.toSorted((a, b) => a.width * a.height - b.width * b.height).map(sizeText))];
	return texts.length > 1 ? `${texts[0]} to ${texts.at(-1)}` : (texts[0] ?? '');
}

function within(value: number, max: number): number {
	return Math.min(Math.max(0, value), Math.max(0, max));
}

/** Width divided by height (spec 1, section 9). The specification calls the second one 16:10; its value is upright. */
export const ASPECTS = [
	{ label: '1:1', value: '1' },
	{ label: '10:16 (portrait)', value: '0.625' },
	{ label: '11:10', value: '1.1' },
];

/** The aspect closest to that of a remembered area; the first one if there is none. */
export function aspectOf(area: Size | null): string {
	const ratio = area ? area.width / area.height : 1;
	const distance = ({ value }: { value: string }) => Math.abs(Number(value) - ratio);
	return ASPECTS.reduce((best, other) => (distance(other) < distance(best) ? other : best)).value;
}
