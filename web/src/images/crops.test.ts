import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { cropOf, useCrops } from './crops.ts';

afterEach(() => localStorage.clear());

const square = { width: 400, height: 400 };
const upright = { width: 400, height: 500 };
const AREA = { x: 0, y: 18, width: 400, height: 364 };
const SHARED = { ...AREA, imageWidth: 400, imageHeight: 400 };
const OWN = { ...AREA, imageSrc: 'https://images.example/1', imageIndex: 3 };

test('a crop of all pictures is that of every later picture of its proportions', () => {
	const { result } = renderHook(useCrops);
	act(() => result.current.keep(3, OWN));
	act(() => result.current.applyToAll(SHARED));
	const later = renderHook(useCrops).result.current;
	for (const slot of [0, 3, 19, 25]) expect(cropOf(later.crops, slot, { width: 2000, height: 2000 })).toEqual(SHARED);
	expect(cropOf(later.crops, 0, upright)).toBe(null);
	act(() => later.forget(0, square));
	expect(cropOf(renderHook(useCrops).result.current.crops, 0, square)).toBe(null);
});

test('the crop of a view comes before the one of all pictures', () => {
	const { result } = renderHook(useCrops);
	act(() => result.current.applyToAll(SHARED));
	act(() => result.current.keep(3, OWN));
	expect(cropOf(result.current.crops, 3, square)).toEqual(OWN);
	expect(cropOf(result.current.crops, 4, square)).toEqual(SHARED);
	const stored = JSON.parse(localStorage.getItem('crop-parameters-v0.0.2') ?? '') as unknown[];
	expect(stored).toHaveLength(20);
	expect(stored[3]).toEqual(OWN);
});

test('what is no crop in the storage is ignored', () => {
	localStorage.setItem('crop-parameters-v0.0.2', JSON.stringify([{ x: 'a' }, { ...OWN, width: 0 }, OWN]));
	localStorage.setItem('crop-parameters-all-v1', '{');
	const { crops } = renderHook(useCrops).result.current;
	expect([0, 1, 2].map((slot) => cropOf(crops, slot, square))).toEqual([null, null, OWN]);
});
