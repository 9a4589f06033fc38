import { UserError } from '../api/userError.ts';
import { type Cut, cutBackground } from './background.ts';
import { paddedSize, type Size } from './geometry.ts';
import type { Look } from './look.ts';

/** A picture as it is shown and saved. */
export interface Drawn {
	image: Blob;
	/** What became of its background; null if nothing was drawn. */
	cut: Cut | null;
}

/** A canvas of this size with its context. @throws UserError if the browser has none */
export function canvasOf({ width, height }: Size) {
	const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
	const context = canvas.getContext('2d');
	if (!context) throw new UserError('This browser cannot edit images.');
	return { canvas, context };
}

/** The pixels of a picture. @throws UserError if the browser cannot read it */
export async function decode(image: Blob): Promise<ImageBitmap> {
	return createImageBitmap(image).catch(() => {
		throw new UserError('The file is not a picture that this browser can read.');
	});
}

/** Draws background, transparency and padding as image hosts do, for hosts that cannot. The result is a PNG. */
export async function compose(image: Blob, { color, transparent, padding }: Look): Promise<Drawn> {
	const bitmap = await decode(image);
	const product = canvasOf(bitmap);
	product.context.drawImage(bitmap, 0, 0);
	const pixels = product.context.getImageData(0, 0, bitmap.width, bitmap.height);
	const cut = cutBackground(pixels);
	product.context.putImageData(pixels, 0, 0);
	const { canvas, context } = canvasOf(paddedSize(bitmap, padding));
	if (!transparent) {
		context.fillStyle = color;
		context.fillRect(0, 0, canvas.width, canvas.height);
	}
	context.drawImage(product.canvas, padding, padding);
	bitmap.close();
	return { image: await canvas.convertToBlob({ type: 'image/png' }), cut };
}
