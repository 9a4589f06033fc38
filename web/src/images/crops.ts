import { useCallback, useRef, useState } from 'react';
import { sameProportions, type Size, type SizedCrop } from './geometry.ts';

/** Spec 1, section 4: crop parameters are kept per image under a versioned key, in 20 slots. */
const KEY = 'crop-parameters-v0.0.2';
export const SLOTS = 20;
/** The crops that were applied to all pictures: one for each proportions of pictures. */
const SHARED_KEY = 'crop-parameters-all-v1';
/** Pictures of shops have few proportions. The oldest crop makes way for another one. */
const MAX_SHARED = 20;

export interface Crop extends SizedCrop {
	imageSrc: string;
	imageIndex: number;
}

/** The remembered crops. */
export interface Crops {
	/** By slot, which is a view of every product; null for a view without one. */
	slots: readonly (Crop | null)[];
	/** The crops of all pictures with the proportions of the picture on which they were made, newest first. */
	shared: readonly Required<SizedCrop>[];
}

/** The crop of a picture: that of its view, else the one of all pictures with its proportions. */
export function cropOf({ slots, shared }: Crops, slot: number, size: Size | null): SizedCrop | null {
	return slots[slot] ?? (size && sharedCrop(shared, size)) ?? null;
}

function sharedCrop(shared: Crops['shared'], size: Size) {
	return shared.find(({ imageWidth, imageHeight }) =>
		sameProportions({ width: imageWidth, height: imageHeight }, size),
	);
}

/** The remembered crops, kept in this browser and reused on later searches. */
export function useCrops() {
	const [crops, setCrops] = useState<Crops>(() => ({ slots: readSlots(), shared: readShared() }));
	/** False after the browser's storage did not accept the crops. Then they last until the page is left. */
	const [saved, setSaved] = useState(true);
	const current = useRef(crops);
	const change = useCallback((next: Partial<Crops>) => {
		current.current = { ...current.current, ...next };
		setCrops(current.current);
		setSaved(store(current.current));
	}, []);
	return {
		crops,
		saved,
		/** Remembers the crop of a view. */
		keep: useCallback(
			(slot: number, crop: Crop) => {
				if (slot < SLOTS) change({ slots: current.current.slots.with(slot, crop) });
			},
			[change],
		),
		/** Crops every picture of these proportions alike, now and later: crops of single views end. */
		applyToAll: useCallback(
			(crop: Required<SizedCrop>) => {
				const size = { width: crop.imageWidth, height: crop.imageHeight };
				const before = current.current.shared.filter((one) => one !== sharedCrop(current.current.shared, size));
				change({ slots: emptySlots(), shared: [crop, ...before].slice(0, MAX_SHARED) });
			},
			[change],
		),
		/** A picture is not cropped any more: neither by its view nor by its proportions. */
		forget: useCallback(
			(slot: number, size: Size) => {
				const { slots, shared } = current.current;
				const found = sharedCrop(shared, size);
				change({
					slots: slot < SLOTS ? slots.with(slot, null) : slots,
					shared: shared.filter((one) => one !== found),
				});
			},
			[change],
		),
		forgetAll: useCallback(() => change({ slots: emptySlots(), shared: [] }), [change]),
	};
}

/** @returns whether the browser stored them: storage can be full or disabled */
function store({ slots, shared }: Crops): boolean {
	try {
		localStorage.setItem(KEY, JSON.stringify(slots));
		localStorage.setItem(SHARED_KEY, JSON.stringify(shared));
		return true;
	} catch {
		return false;
	}
}

function emptySlots(): Crops['slots'] {
	return Array.from({ length: SLOTS }, () => null);
}

/** Validates what is stored, because the browser's storage can contain anything. */
function readSlots(): Crops['slots'] {
	const stored = readList(KEY);
	return emptySlots().map((_, index) => {
		const crop = stored[index];
		return isCrop(crop) ? (crop as Crop) : null;
	});
}

function readShared(): Crops['shared'] {
	return readList(SHARED_KEY)
		.filter(
			(one): one is Required<SizedCrop> => isCrop(one) && Number(one.imageWidth) > 0 && Number(one.imageHeight) > 0,
		)
		.slice(0, MAX_SHARED);
}

function readList(key: string): readonly unknown[] {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
		return Array.isArray(stored) ? stored : [];
	} catch {
		return [];
	}
}

function isCrop(stored: unknown): stored is SizedCrop {
	const { x, y, width, height, imageWidth, imageHeight } = (stored ?? {}) as Partial<SizedCrop>;
	const sized = [imageWidth, imageHeight].every((side) => side === undefined || side > 0);
	return sized && [x, y].every(Number.isFinite) && Number(width) > 0 && Number(height) > 0;
}
