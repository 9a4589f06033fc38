import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadForMissingFile } from './missingFile.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

test.each([
	'Failed to fetch dynamically imported module: https://dropwire.example/assets/Access-28xUuicW.js',
	'error loading dynamically imported module: https://dropwire.example/assets/Access-28xUuicW.js',
	'Importing a module script failed.',
	'Unable to preload CSS for /assets/Access-28xUuicW.css',
])('a page reloads itself once for "%s"', (message) => {
	const reload = vi.fn<() => void>();
	expect(reloadForMissingFile(new TypeError(message), reload)).toBe(true);
	expect(reloadForMissingFile(new TypeError(message), reload)).toBe(false);
	expect(reload).toHaveBeenCalledTimes(1);
});

test('a page does not reload itself for another error', () => {
	const reload = vi.fn<() => void>();
	expect(reloadForMissingFile(new TypeError('Cannot read properties of null'), reload)).toBe(false);
	expect(reloadForMissingFile('Failed to fetch dynamically imported module', reload)).toBe(false);
	expect(reload).not.toHaveBeenCalled();
});

test('a page without a network reloads itself once the network is back', () => {
	const reload = vi.fn<() => void>();
	vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
	expect(reloadForMissingFile(new TypeError('Importing a module script failed.'), reload)).toBe(false);
	expect(reload).not.toHaveBeenCalled();
	window.dispatchEvent(new Event('online'));
	expect(reload).toHaveBeenCalledTimes(1);
});
