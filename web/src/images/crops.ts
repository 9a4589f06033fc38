import { useCallback, useRef, useState } from 'react';
import type { SizedCrop } from './geometry.ts';

/** Spec 1, section 4: crop parameters are kept per image under a versioned key, in 20 slots. */
const KEY = 'crop-parameters-v0.0.2';
export const SLOTS = 20;

export interface Crop extends SizedCrop {
	imageSrc: string;
	imageIndex: number;
}

/** The crops of the 20 slots; null for an image without one. */
export type Crops = readonly (Crop | null)[];

/** The remembered crops, kept in this browser and reused on later searches. */
export function useCrops() {
	const [crops, setCrops] = useState(readCrops);
	/** False after the browser's storage did not accept the crops. Then they last until the page is left. */
	const [saved, setSaved] = useState(true);
	const current = useRef(crops);
	const change = useCallback((changes: readonly (readonly [slot: number, crop: Crop | null])[]) => {
		current.current = changes
			.filter(([slot]) => slot < SLOTS)
			.reduce<Crops>((list, [slot, crop]) => list.with(slot, crop), current.current);
		setCrops(current.current);
		setSaved(storeCrops(current.current));
	}, []);
	return { crops, saved, change };
}

/** @returns whether the browser stored them: storage can be full or disabled */
function storeCrops(crops: Crops): boolean {
	try {
		localStorage.setItem(KEY, JSON.stringify(crops));
		return true;
	} catch {
		return false;
	}
}

/** Validates what is stored, because the browser's storage can contain anything. */
function readCrops(): Crops {
	let saved: unknown;
	try {
		saved = JSON.parse(localStorage.getItem(KEY) ?? '[]');
	} catch {
		saved = [];
	}
	const crops: readonly unknown[] = Array.isArray(saved) ? saved : [];
	return Array.from({ length: SLOTS }, (_, index) => (isCrop(crops[index]) ? crops[index] : null));
}

function isCrop(saved: unknown): saved is Crop {
	const { x, y, width, height, imageWidth, imageHeight } = (saved ?? {}) as Partial<Crop>;
	const sized = [imageWidth, imageHeight].every((side) => side === undefined || side > 0);
	return sized && [x, y].every(Number.isFinite) && Number(width) > 0 && Number(height) > 0;
}
