import { expect, test } from 'vitest';
import { type Change, day, GONE, history, minute } from '../testing.ts';
import { historyStatistics } from './statistics.ts';

/** What is said at the 100th day. */
function discount(...states: readonly Change[]) {
	return historyStatistics(history(...states), day(100), 'UTC')?.discount;
}

const CLAIM = { price: 8000, full: 10_000 };

test.each<[name: string, states: Change[], expected: ReturnType<typeof discount>]>([
	[
		'a reduction from a price of months',
		[
			[day(0), { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: 20, claimedPercent: 20, claimHolds: true },
	],
	[
		'a price that was raised before it was reduced',
		[
			[day(0), { price: 8000 }],
			[day(80), { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: 0, claimedPercent: 20, claimHolds: false },
	],
	[
		'a reduction to more than the lowest price',
		[
			[day(0), { price: 7000 }],
			[day(80), { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: -14, claimedPercent: 20, claimHolds: false },
	],
	[
		'a lower price that ended when the 30 days began',
		[
			[day(0), { price: 7000 }],
			[day(60), { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: 20, claimedPercent: 20, claimHolds: true },
	],
	[
		'a lower price that ended a millisecond later',
		[
			[day(0), { price: 7000 }],
			[day(60) + 1, { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: -14, claimedPercent: 20, claimHolds: false },
	],
	[
		'a lower price of five minutes',
		[
			[day(0), { price: 10_000 }],
			[day(70), { price: 9000 }],
			[minute(5, 70), { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: 11, claimedPercent: 20, claimHolds: false },
	],
	[
		'a reduction in several steps, from before the first',
		[
			[day(0), { price: 10_000 }],
			[day(40), { price: 9000, full: 10_000 }],
			[day(80), { price: 8500, full: 10_000 }],
			[day(95), CLAIM],
		],
		{ percent: 20, claimedPercent: 20, claimHolds: true },
	],
	[
		'a second reduction after a day at the full price',
		[
			[day(0), { price: 10_000 }],
			[day(70), { price: 8500, full: 10_000 }],
			[day(89), { price: 10_000, full: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: 5, claimedPercent: 20, claimHolds: false },
	],
	[
		'exactly 30 days of history before the reduction',
		[
			[day(60), { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: 20, claimedPercent: 20, claimHolds: true },
	],
	[
		'a millisecond less',
		[
			[day(60) + 1, { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: null, claimedPercent: 20, claimHolds: null },
	],
	[
		'a product that was reduced when it was first seen',
		[[day(0), CLAIM]],
		{ percent: null, claimedPercent: 20, claimHolds: null },
	],
	['no claim', [[day(0), { price: 10_000 }]], null],
	[
		'a lower price without a claim',
		[
			[day(0), { price: 10_000 }],
			[day(90), { price: 8000, full: 8000 }],
		],
		null,
	],
	[
		'a claim that ended',
		[
			[day(0), { price: 10_000 }],
			[day(90), CLAIM],
			[day(95), { price: 10_000 }],
		],
		null,
	],
	[
		'a reduced product that is gone',
		[
			[day(0), { price: 10_000 }],
			[day(90), CLAIM],
			[day(95), GONE],
		],
		null,
	],
	[
		'a full price that the shop raises with the reduction',
		[
			[day(0), { price: 10_000 }],
			[day(90), { price: 8000, full: 16_000 }],
		],
		{ percent: 20, claimedPercent: 50, claimHolds: false },
	],
	[
		'percents that are not whole',
		[
			[day(0), { price: 9999 }],
			[day(90), { price: 6667, full: 9999 }],
		],
		{ percent: 33, claimedPercent: 33, claimHolds: true },
	],
	[
		'an increase by less than a percent',
		[
			[day(0), { price: 7990 }],
			[day(80), { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: 0, claimedPercent: 20, claimHolds: false },
	],
	[
		'a lower price while nothing was available',
		[
			[day(0), { price: 10_000, available: true }],
			[day(80), { price: 9000, full: 9000, available: false }],
			[day(90), { ...CLAIM, available: true }],
		],
		{ percent: 11, claimedPercent: 20, claimHolds: false },
	],
	[
		'stock that changes during the reduction',
		[
			[day(0), { price: 10_000, available: true }],
			[day(90), CLAIM],
			[day(91), { available: false }],
			[day(92), { available: true }],
		],
		{ percent: 20, claimedPercent: 20, claimHolds: true },
	],
	[
		'a gap in the reduction, which is a break',
		[
			[day(0), { price: 10_000 }],
			[day(70), { price: 8500, full: 10_000 }],
			[day(85), { gap: true }],
			[day(90), CLAIM],
		],
		{ percent: 5, claimedPercent: 20, claimHolds: false },
	],
	[
		'a gap, which is no history',
		[
			[day(50), { price: 10_000 }],
			[day(75), { gap: true }],
			[day(85), { price: 10_000 }],
			[day(89), CLAIM],
		],
		{ percent: null, claimedPercent: 20, claimHolds: null },
	],
	[
		'no price in force in the 30 days before',
		[
			[day(0), { price: 10_000 }],
			[day(60), GONE],
			[day(90), CLAIM],
		],
		{ percent: null, claimedPercent: 20, claimHolds: null },
	],
	[
		'a price that was unknown at first',
		[
			[day(0), { available: true }],
			[day(70), { price: 10_000 }],
			[day(90), CLAIM],
		],
		{ percent: null, claimedPercent: 20, claimHolds: null },
	],
	[
		'lower prices in another currency',
		[
			[day(0), { price: 5000, currency: 'EUR' }],
			[day(40), { price: 10_000, currency: 'USD' }],
			[day(75), { price: 100, currency: 'EUR' }],
			[day(76), { price: 10_000, currency: 'USD' }],
			[day(90), CLAIM],
		],
		{ percent: 20, claimedPercent: 20, claimHolds: true },
	],
	[
		'a compacted day, whose lowest price counts',
		[
			[day(0), { price: 10_000 }],
			[day(70), { day: { low: 9000, high: 10_000, minutesAvailable: 0, restocks: 0 } }],
			[day(90), CLAIM],
		],
		{ percent: 11, claimedPercent: 20, claimHolds: false },
	],
	[
		'a compacted day in which the reduction began',
		[
			[day(0), { price: 10_000 }],
			[day(60), { ...CLAIM, day: { low: 8000, high: 10_000, minutesAvailable: 0, restocks: 0 } }],
			[day(61), { ...CLAIM, available: true }],
		],
		{ percent: 20, claimedPercent: 20, claimHolds: true },
	],
])('%s', (_, states, expected) => {
	expect(discount(...states)).toEqual(expected);
});
