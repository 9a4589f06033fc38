import { HOT_LISTS, LIMITS } from '@dropwire/db/topics';
import type { Call, Handlers } from '../http/call.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import { addEntries, type Entry, listEntries, removeEntries } from './entries.ts';
import { timesOfLooks } from './looks.ts';

/** The hot SKU lists: for monitors of other retailers, which read them by the same call as the console. */
export const hotSkuHandlers = {
	hotSkus: async ({ input, knex }) => {
		const { list } = HOT_LISTS[input.type];
		const entries = await listEntries(knex, list);
		const looks = await timesOfLooks(
			knex,
			list,
			entries.map(({ sku }) => sku),
		);
		return {
			data: entries.map(({ sku, productLink, createdAt }) => ({
				sku,
				productLink,
				addedAt: createdAt,
				...(looks.get(sku) ?? { checkedAt: null, changedAt: null }),
			})),
		};
	},

	hotSkuCreate: async (call) => {
		const entries = entriesOf(call);
		const { unchanged } = await addEntries(call, HOT_LISTS[call.input.type].list, entries);
		if (unchanged.length > 0) {
			const names = unchanged.join(', ');
			throw new CallError('conflict', `On the list already: ${names}.`, { sku: `stands there already: ${names}` });
		}
		return present(call, entries);
	},

	hotSkuDelete: async (call) => {
		const entries = entriesOf(call);
		const { unchanged } = await removeEntries(call, HOT_LISTS[call.input.type].list, entries);
		if (unchanged.length > 0) {
			const names = unchanged.join(', ');
			throw new CallError('not_found', `Not on the list: ${names}.`, { sku: `is not on the list: ${names}` });
		}
		return present(call, entries);
	},
} satisfies Partial<Handlers>;

type HotCall = Call<'hotSkuCreate' | 'hotSkuDelete'>;

/** @throws CallError 400 unless the body is what an entry of this list is */
function entriesOf({ input: { type, sku, productLink } }: HotCall): Entry[] {
	const { takes, name } = HOT_LISTS[type];
	if (takes === 'skus') {
		const list = Array.isArray(sku) ? sku : sku.split(/\s+/);
		return list.map((one) => ({ sku: shortSku(one), productLink: null }));
	}
	if (Array.isArray(sku)) throw invalidInput({ sku: `must be one text for ${name}` });
	if (takes === 'link') {
		if (!/^https?:\/\//.test(sku) || !URL.canParse(sku)) throw invalidInput({ sku: 'must be the link of a product' });
		return [{ sku, productLink: null }];
	}
	if (takes === 'sku') return [{ sku: shortSku(sku), productLink: null }];
	if (!productLink) throw invalidInput({ productLink: `is required for ${name}` });
	return [{ sku: shortSku(sku), productLink }];
}

function shortSku(sku: string): string {
	if (sku.length > LIMITS.sku) throw invalidInput({ sku: `must have at most ${LIMITS.sku} characters` });
	return sku.toUpperCase();
}

function present({ input }: HotCall, entries: readonly Entry[]) {
	const skus = entries.map(({ sku }) => sku);
	const sku = Array.isArray(input.sku) ? skus : (skus[0] ?? '');
	return { data: { type: input.type, sku, productLink: entries[0]?.productLink ?? null } };
}
