import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useFolds } from './useFolds.ts';

beforeEach(() => localStorage.clear());

test('folds are kept after the page is left', () => {
	const first = renderHook(() => useFolds('nike-shoes', ['US', 'JP']));
	expect(first.result.current.isFolded('US')).toBe(false);
	act(() => first.result.current.toggle('JP'));
	first.unmount();
	const again = renderHook(() => useFolds('nike-shoes', ['US', 'JP']));
	expect([again.result.current.isFolded('US'), again.result.current.isFolded('JP')]).toEqual([false, true]);
	expect(localStorage.getItem('nike-shoes-v0.0.1')).toContain('"folded":true');
});

test('an invalid stored value does not break the page', () => {
	localStorage.setItem('nike-shoes-v0.0.1', '{broken');
	const { result } = renderHook(() => useFolds('nike-shoes', ['US']));
	expect(result.current.isFolded('US')).toBe(false);
});
