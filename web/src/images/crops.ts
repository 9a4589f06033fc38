import type { Area } from './download.ts';

/** Spec 1, section 4: crop parameters are kept per image under a versioned key, in 20 slots. */
const KEY = 'crop-parameters-v0.0.2';
export const SLOTS = 20;

export interface Crop extends Area {
	imageSrc: string;
	imageIndex: number;
}

/** What was remembered for the image in this place of the results; null for nothing. */
export function rememberedCrop(imageIndex: number): Crop | null {
	return read()[imageIndex] ?? null;
}

export function rememberCrop(crop: Crop): void {
	write(crop.imageIndex, crop);
}

export function forgetCrop(imageIndex: number): void {
	write(imageIndex, null);
}

function write(imageIndex: number, crop: Crop | null): void {
	if (imageIndex >= SLOTS) return;
	try {
		localStorage.setItem(KEY, JSON.stringify(read().with(imageIndex, crop)));
	} catch {
		// Storage may be full or forbidden: the crop is then not remembered, which the next search shows.
	}
}

function read(): (Crop | null)[] {
	let saved: unknown;
	try {
		saved = JSON.parse(localStorage.getItem(KEY) ?? '[]');
	} catch {
		saved = [];
	}
	const crops: readonly unknown[] = Array.isArray(saved) ? saved : [];
	return Array.from({ length: SLOTS }, (_, index) => (isCrop(crops[index]) ? crops[index] : null));
}

/** What stands in the browser's storage may be of anybody's making. */
function isCrop(saved: unknown): saved is Crop {
	const { x, y, width, height } = (saved ?? {}) as Partial<Crop>;
	return [x, y].every(Number.isFinite) && Number(width) > 0 && Number(height) > 0;
}
