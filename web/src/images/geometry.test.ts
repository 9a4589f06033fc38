import { expect, test } from 'vitest';
import { centerOf, fitCrop, paddedSize, sameProportions, sizesText } from './geometry.ts';

const square = { width: 400, height: 400 };

test('a crop of the same picture stays as it is', () => {
	const crop = { x: 30, y: 10, width: 125, height: 200 };
	expect(fitCrop({ ...crop, imageWidth: 400, imageHeight: 400 }, square)).toEqual(crop);
	// Crops of earlier versions do not name the size of their picture.
	expect(fitCrop(crop, square)).toEqual(crop);
});

test('on a picture of another resolution it is the same part', () => {
	const crop = { x: 30, y: 10, width: 125, height: 200, imageWidth: 400, imageHeight: 400 };
	expect(fitCrop(crop, { width: 2000, height: 2000 })).toEqual({ x: 150, y: 50, width: 625, height: 1000 });
});

test('on a picture of other proportions it keeps its own, and its center', () => {
	const crop = { x: 100, y: 100, width: 200, height: 200, imageWidth: 400, imageHeight: 400 };
	expect(fitCrop(crop, { width: 800, height: 400 })).toEqual({ x: 300, y: 100, width: 200, height: 200 });
});

test.each([
	[
		{ x: 350, y: 350, width: 200, height: 200 },
		{ x: 200, y: 200, width: 200, height: 200 },
	],
	[
		{ x: 0, y: 0, width: 1000, height: 500 },
		{ x: 0, y: 150, width: 400, height: 200 },
	],
])('the crop %o lies inside the picture', (crop, fitted) => {
	expect(fitCrop(crop, square)).toEqual(fitted);
});

test('padding is on every side; the fallback is in the center', () => {
	expect(paddedSize({ width: 640, height: 480 }, 50)).toEqual({ width: 740, height: 580 });
	expect(centerOf({ width: 2000, height: 1000 }, 1500)).toEqual({ x: 250, y: 0, width: 1500, height: 1000 });
});

test('pictures of any resolution can have the same proportions', () => {
	expect(sameProportions(square, { width: 2000, height: 1996 })).toBe(true);
	expect(sameProportions(square, { width: 400, height: 500 })).toBe(false);
});

test('sizes are summed up', () => {
	expect(sizesText([])).toBe('');
	expect(sizesText([square, square])).toBe('400 × 400');
	expect(sizesText([{ width: 2000, height: 1000 }, square])).toBe('400 × 400 to 2000 × 1000');
});
