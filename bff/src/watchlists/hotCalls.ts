import { canonicalLink, HOT_LISTS, splitEntries } from '@dropwire/domain';
import type { Call, Handlers } from '../http/context.ts';
import { invalidInput } from '../http/errors.ts';
import { changeEntries } from './entries.ts';
import { checkTimes, latestChecks } from './checks.ts';
import { type ListedEntry, listEntries, presentListed, productSkuOfEntry } from './listed.ts';
import { notesOf, presentProduct } from './presentEntry.ts';

/** The hot SKU lists. Monitors of other retailers read them with the same call as the console. */
export const hotSkuHandlers = {
	hotSkus: async ({ input, knex }) => {
		const { list } = HOT_LISTS[input.type];
		const { rows, nextCursor, polled } = await listEntries(knex, list, input);
		const skus = rows.map(productSkuOfEntry);
		const notes = await notesOf(knex, list, rows);
		if (input.with !== undefined) {
			const checks = await latestChecks(knex, list, skus);
			const present = (entry: ListedEntry) => ({
				...presentListed(entry, notes),
				...presentProduct(entry, checks.get(productSkuOfEntry(entry)) ?? [], polled),
			});
			return { data: rows.map(present), nextCursor };
		}
		const times = await checkTimes(knex, list, skus);
		const present = (entry: ListedEntry) => ({
			...presentListed(entry, notes),
			...(times.get(productSkuOfEntry(entry)) ?? { checkedAt: null, changedAt: null }),
		});
		return { data: rows.map(present), nextCursor };
	},

	hotSkuCreate: (call) => change(call, 'ADD'),
	hotSkuDelete: (call) => change(call, 'REMOVE'),
} satisfies Partial<Handlers>;

async function change(call: Call<'hotSkuCreate' | 'hotSkuDelete'>, action: 'ADD' | 'REMOVE') {
	const { type, sku, productLink, regions } = call.input;
	const { list, takes, name } = HOT_LISTS[type];
	if (Array.isArray(sku) && takes !== 'skus') throw invalidInput({ sku: `must be one text for ${name}` });
	if (takes === 'sku and link' && !productLink) throw invalidInput({ productLink: `is required for ${name}` });
	const skus = Array.isArray(sku) ? sku : takes === 'skus' ? splitEntries(sku) : [sku];
	const link = takes === 'sku and link' ? productLink : undefined;
	const fieldOf = (at: number) => (Array.isArray(sku) ? `sku.${at}` : 'sku');
	const { changed } = await changeEntries(call, { action, list, skus, productLink: link, regions, fieldOf });
	const shownLink = link === undefined ? null : canonicalLink(link);
	return { data: { type, sku: Array.isArray(sku) ? changed : (changed[0] ?? ''), productLink: shownLink } };
}
