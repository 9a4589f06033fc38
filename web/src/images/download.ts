import { api } from '../data/client.ts';

export type ImageFormat = 'jpg' | 'png';
const TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const;

/** A picture in full resolution, whichever host it is on: the server fetches it, since those hosts allow no page to. */
export async function loadImage(url: string): Promise<Blob> {
	const { data } = await api.getImage({ url });
	return new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))]);
}

export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** A part of a picture (or all of it) in the asked-for format, at the picture's own resolution. */
export async function convert(image: Blob, format: ImageFormat, area?: Area): Promise<Blob> {
	const bitmap = await createImageBitmap(image);
	const { x, y, width, height } = area ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
	const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
	const context = canvas.getContext('2d');
	if (!context) throw new Error('This browser cannot draw pictures.');
	if (format === 'jpg') {
		// JPEG knows no transparency, which would come out black.
		context.fillStyle = '#ffffff';
		context.fillRect(0, 0, canvas.width, canvas.height);
	}
	context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
	bitmap.close();
	return canvas.convertToBlob({ type: TYPES[format], quality: 0.95 });
}

/** Hands a file to the browser's downloads. */
export function save(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
