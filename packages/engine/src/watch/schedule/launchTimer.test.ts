import type { Region } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProductStates } from '../state/productStates.ts';
import type { ProductState } from '../state/products.ts';
import { Launches } from './launches.ts';

const LAUNCH = 1_790_000_000_000;
const SKU = 'CK9246-101';

beforeEach(() => {
	vi.useFakeTimers({ now: LAUNCH - 5000 });
});
afterEach(() => {
	vi.useRealTimers();
});

test('a launch is compared at its time although the timer fires early', async () => {
	const state = { launchAt: LAUNCH, checkedAt: LAUNCH - 1000 } as ProductState;
	const states = { launching: () => [{ region: 'US' as Region, sku: SKU, state }], get: () => state };
	const compared: number[] = [];
	const launches = new Launches({
		states: states as unknown as ProductStates,
		expedite: () => {},
		compare: async () => void compared.push(Date.now()),
	});
	launches.start();
	await vi.advanceTimersByTimeAsync(4000);
	// The clock is behind the timers by a millisecond, as it is now and then without any change to it.
	vi.setSystemTime(LAUNCH - 1001);
	await vi.advanceTimersByTimeAsync(1100);
	launches.stop();
	expect(compared).toHaveLength(1);
	expect(compared[0]).toBeGreaterThanOrEqual(LAUNCH);
});
