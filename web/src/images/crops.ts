import type { Area } from './download.ts';

/** Spec 1, section 4: crop parameters are kept per image under a versioned key, in 20 slots. */
const KEY = 'crop-parameters-v0.0.2';
const SLOTS = 20;

export interface Crop extends Area {
	imageSrc: string;
	imageIndex: number;
}

/** What was remembered for the image in this place; null for nothing. */
export function rememberedCrop(imageIndex: number): Crop | null {
	return read()[imageIndex] ?? null;
}

export function rememberCrop(crop: Crop): void {
	if (crop.imageIndex >= SLOTS) return;
	const crops = read();
	crops[crop.imageIndex] = crop;
	try {
		localStorage.setItem(KEY, JSON.stringify(crops));
	} catch {
		// Storage may be full or forbidden: the crop is then not remembered, which the next search shows.
	}
}

function read(): (Crop | null)[] {
	try {
		const saved = JSON.parse(localStorage.getItem(KEY) ?? '[]') as (Crop | null)[];
		return Array.from({ length: SLOTS }, (_, index) => (Array.isArray(saved) ? (saved[index] ?? null) : null));
	} catch {
		return Array.from({ length: SLOTS }, () => null);
	}
}
