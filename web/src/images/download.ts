import { api } from '../api/client.ts';
import { canvasOf, decode } from './compose.ts';
import type { Area, Size } from './geometry.ts';

export type ImageFormat = 'jpg' | 'png';
const TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const;

/**
 * An image in full resolution. The server fetches it, since image hosts do not allow cross-origin requests.
 * @throws ApiError
 */
export async function loadImage(url: string): Promise<Blob> {
	const { data } = await api.getImage({ url });
	return new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))]);
}

/** An area of an image, or all of it, in the given format and at the image's resolution. @throws UserError */
export async function convert(image: Blob, format: ImageFormat, areaOf?: (size: Size) => Area): Promise<Blob> {
	const bitmap = await decode(image);
	const { x, y, width, height } = areaOf?.(bitmap) ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
	const { canvas, context } = canvasOf({ width, height });
	if (format === 'jpg') {
		// JPEG has no transparency: transparent pixels would be black.
		context.fillStyle = '#ffffff';
		context.fillRect(0, 0, canvas.width, canvas.height);
	}
	context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
	bitmap.close();
	return canvas.convertToBlob({ type: TYPES[format], quality: 0.95 });
}

/** Saves a file with the browser's download. */
export function save(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
