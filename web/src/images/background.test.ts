import { expect, test } from 'vitest';
import { cutBackground } from './background.ts';

type Color = readonly [red: number, green: number, blue: number, opacity?: number];
const GRAY: Color = [246, 246, 246];
const RED: Color = [200, 0, 0];

/** An image from rows of characters: `.` background, `#` product, `+` a mixture of both at its edge. */
function image(rows: readonly string[], colors: Record<string, Color>) {
	const pixels = [...rows.join('')].flatMap((char) => {
		const [red, green, blue, opacity = 255] = colors[char] ?? GRAY;
		return [red, green, blue, opacity];
	});
	return { data: new Uint8ClampedArray(pixels), width: rows[0]?.length ?? 0, height: rows.length };
}

/** The opacity of each pixel, in rows. */
function opacities({ data, width, height }: ReturnType<typeof image>) {
	return Array.from({ length: height }, (_, y) =>
		Array.from({ length: width }, (_, x) => data[(y * width + x) * 4 + 3]),
	);
}

test('the background becomes transparent, the same color inside the product stays', () => {
	const shoe = image(['.....', '.###.', '.#.#.', '.###.', '.....'], { '#': RED });
	expect(cutBackground(shoe)).toBe('cut');
	const [full, none] = [255, 0];
	expect(opacities(shoe)).toEqual([
		[none, none, none, none, none],
		[none, full, full, full, none],
		[none, full, full, full, none],
		[none, full, full, full, none],
		[none, none, none, none, none],
	]);
});

test('noise of the compression is background; a mixed pixel at the edge becomes partly transparent', () => {
	const shoe = image(['.,.', ',+.', '###', '.,.'], { '#': RED, ',': [241, 250, 244], '+': [216, 216, 216] });
	expect(cutBackground(shoe)).toBe('cut');
	const [first, second, third] = opacities(shoe);
	expect([first, third]).toEqual([
		[0, 0, 0],
		[255, 255, 255],
	]);
	expect(second).toEqual([0, 128, 0]);
	// Drawn on the old background, the mixed pixel has its old color.
	const opacity = 128 / 255;
	expect(shoe.data[4 * 4]! * opacity + 246 * (1 - opacity)).toBeCloseTo(216, -1);
});

test('transparent pictures and multicolored borders stay unchanged', () => {
	const clear = image(['..', '.#'], { '.': [0, 0, 0, 0], '#': RED });
	const photo = image(['.#', '##'], { '#': RED });
	for (const [picture, outcome] of [
		[clear, 'clear'],
		[photo, 'kept'],
	] as const) {
		const before = [...picture.data];
		expect(cutBackground(picture)).toBe(outcome);
		expect([...picture.data]).toEqual(before);
	}
});
