import { type ShopTest, stockStateOf } from '@dropwire/contract';
import { BudgetError, createShopTester, sourcePlaces } from '@dropwire/retailers';
import { CallError, invalidInput } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import type { ServerSettings } from '../settings.ts';
import { forgetAdapter } from '../watchlists/forgetAdapter.ts';

const BUSY_S = 10;
const NOTHING: ShopTest = {
	adapter: null,
	sku: null,
	title: null,
	price: null,
	available: null,
	state: 'unknown',
	sizes: [],
	refusal: null,
};

/** Product links, before they are saved or when their format has changed. */
export function shopsFeature({ settings }: { settings: ServerSettings }) {
	const shops = createShopTester({ ...settings, places: sourcePlaces(settings) });
	return {
		handlers: {
			shopTest: async (call) => {
				const { input, server } = call;
				const test = await shops.test(input.url, input.type).catch((error: unknown) => {
					if (!(error instanceof BudgetError)) throw error;
					const message = 'Other links are being tested. Try again in a few seconds.';
					throw new CallError('unavailable', message, undefined, { retryAfter: BUSY_S });
				});
				if (test.kind === 'guarded') throw invalidInput({ url: test.problem });
				// Keeps the format: during a wall, the next check would find another one and keep it.
				if (test.kind === 'refused') {
					return { data: { ...NOTHING, refusal: { code: test.code, message: test.message } } };
				}
				await call.transaction(async (trx) => {
					const changes = await forgetAdapter(trx, input.url, test.reading.sku);
					for (const change of changes) call.audit(change);
					if (changes.length > 0) call.afterCommit(() => server.engine?.watchChanged());
				});
				const { adapter, reading } = test;
				const sizes = reading.sizes.map((size) => ({ ...size, state: stockStateOf(size) }));
				return { data: { ...reading, adapter, state: stockStateOf(reading), sizes, refusal: null } };
			},
		},
		close: () => shops.close(),
	} satisfies Feature;
}
