import { PNG } from 'pngjs';

const SIDE = 400;

/** How to draw an image. Colors are six hex digits. */
export interface PictureLook {
	/** Null for a transparent background. */
	background: string | null;
	padding?: number;
	/** The view of the shoe; every second view is mirrored. */
	view?: number;
}

/** Draws a shoe in a distinct color as PNG, in place of the real images. */
export function picture(sku: string, { background, padding = 0, view = 0 }: PictureLook): Buffer {
	const pad = Math.round((padding / 2000) * SIDE);
	const side = SIDE + 2 * pad;
	const png = new PNG({ width: side, height: side });
	const upper = colorOf(sku);
	const ground = background === null ? null : rgb(background);
	for (let y = 0; y < side; y++) {
		for (let x = 0; x < side; x++) {
			const across = view % 2 === 0 ? x - pad : SIDE - 1 - (x - pad);
			const color = shoeAt(across / SIDE, (y - pad) / SIDE, upper) ?? ground;
			const at = (y * side + x) * 4;
			const [red, green, blue] = color ?? [0, 0, 0];
			png.data[at] = red;
			png.data[at + 1] = green;
			png.data[at + 2] = blue;
			png.data[at + 3] = color === null ? 0 : 255;
		}
	}
	return PNG.sync.write(png);
}

type Color = [number, number, number];

/** The part of the shoe at a point of the unit square: its sole, its upper with three stripes, or nothing. */
function shoeAt(x: number, y: number, upper: Color): Color | null {
	if (x < 0.12 || x > 0.9) return null;
	if (y > 0.68 && y < 0.76) return [236, 236, 232];
	// High at the heel, low at the toe, with the opening for the foot in between.
	const top = x < 0.3 ? 0.42 : x < 0.5 ? 0.46 + (x - 0.3) * 0.25 : 0.51 + ((x - 0.5) / 0.4) ** 1.6 * 0.17;
	if (y < top || y > 0.68) return null;
	const stripe = x > 0.38 && x < 0.6 && Math.floor((x - y * 0.4) * 22) % 2 === 0 && y < 0.6;
	return stripe ? [245, 245, 245] : upper;
}

function colorOf(sku: string): Color {
	const hue = [...sku].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7);
	const part = (offset: number) => Math.round(110 + 95 * Math.cos(((hue + offset) * Math.PI) / 180));
	return [part(0), part(240), part(120)];
}

function rgb(hex: string): Color {
	const value = Number.parseInt(hex, 16);
	return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
