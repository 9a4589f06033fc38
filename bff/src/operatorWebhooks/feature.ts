import type { Database } from '@dropwire/db';
import { ANNOUNCEMENT_TOPIC, groupStatuses, LIMITS, REFURBISHED_LIST, type Region } from '@dropwire/domain';
import type { Call } from '../http/context.ts';
import { invalidInput } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import type { Topics } from '../topics/topics.ts';
import { changeEntries } from '../watchlists/entries.ts';
import { listEntries } from '../watchlists/listed.ts';
import { changeRow, type GroupsOf, groupTopic, listGroups } from './groups.ts';

/** Most bodies name these fields `data.label` and `data.value`. */
const FIELDS = { label: 'data.label', value: 'data.value' };

const HP: GroupsOf = { brand: 'HP', category: 'LAPTOPS', region: 'US' };
const ADIDAS: GroupsOf = { brand: 'ADIDAS', category: 'HOT1', region: 'US' };
const ASICS: GroupsOf = { brand: 'ASICS', category: 'SHOES', region: 'US' };
const jdfnl = (brand: 'JD' | 'FNL'): GroupsOf => ({ brand, category: 'SHOES', region: 'US' });

type GroupCall = Call<
	'nikeWebhooksChange' | 'hpWebhooksChange' | 'adidasWebhooksChange' | 'asicsWebhooksChange' | 'jdfnlWebhooksChange'
>;

/** The operators' groups by brand. The calls differ only in the names that their brand uses on the wire. */
export function operatorWebhooksFeature({ topics }: { topics: Topics }) {
	return {
		handlers: {
			nikeWebhooks: async ({ input: { region, category }, knex, server }) => {
				mustBeRegionOf(region, category);
				if (region === 'USCUSTOM') {
					const { rows } = await listEntries(knex, REFURBISHED_LIST, { limit: LIMITS.list });
					return rows.map(({ sku }) => ({ sku }));
				}
				return listAll(server.db, topics, { brand: 'NIKE', category, region });
			},
			nikeWebhooksChange: async (call) => {
				const { region, category, status } = call.input;
				mustBeRegionOf(region, category);
				if (region === 'USCUSTOM') return changeCustomSku(call);
				return change(call, [{ brand: 'NIKE', category, region }], status);
			},

			hpWebhooks: ({ server }) => listAll(server.db, topics, HP),
			hpWebhooksChange: (call) => change(call, [HP], call.input.category),

			adidasWebhooks: ({ server }) => listAll(server.db, topics, ADIDAS),
			adidasWebhooksChange: (call) => change(call, [ADIDAS], call.input.status),

			asicsWebhooks: ({ server }) => listAll(server.db, topics, ASICS),
			asicsWebhooksChange: (call) => change(call, [ASICS], call.input.status),

			jdfnlWebhooks: ({ input, server }) => listAll(server.db, topics, jdfnl(input.category)),
			jdfnlWebhooksChange: (call) => {
				const { category, status } = call.input;
				return change(call, category === 'JDFNL' ? [jdfnl('JD'), jdfnl('FNL')] : [jdfnl(category)], status);
			},

			stockNumberWebhooks: async ({ server }) => {
				const [group] = await listAll(server.db, topics, ANNOUNCEMENT_TOPIC);
				return group?.webhooks ?? [];
			},
			stockNumberWebhooksChange: async (call) => {
				const { action, label, value } = call.input;
				const topics = [await groupTopic(call.knex, ANNOUNCEMENT_TOPIC, ANNOUNCEMENT_TOPIC.status)];
				const fields = { label: 'label', value: 'value' };
				return changeRow(call, { topics, action: action === 'CREATE' ? 'INSERT' : action, label, value, fields });
			},
		},
	} satisfies Feature;
}

/** Every group of a brand, category and region. The group of a status that the region does not have is empty. */
function listAll(db: Database, topics: Topics, of: GroupsOf) {
	return listGroups(db, topics, of, groupStatuses(of.brand, of.category));
}

async function change(call: GroupCall, of: readonly GroupsOf[], status: string) {
	const { action, data } = call.input;
	const topics = [];
	for (const groups of of) topics.push(await groupTopic(call.knex, groups, status));
	return changeRow(call, { topics, action, ...data, fields: FIELDS });
}

/** @throws CallError 400 for a region that the category does not have */
function mustBeRegionOf(region: Region | 'USCUSTOM', category: string): void {
	const refurbished = category === 'REFURBISHED';
	if (refurbished && region !== 'US' && region !== 'USCUSTOM') {
		throw invalidInput({ region: 'must be US or USCustom for refurbished' });
	}
	if (!refurbished && region === 'USCUSTOM') {
		throw invalidInput({ region: 'USCustom is only valid with category REFURBISHED' });
	}
}

/** A row of USCustom is a SKU; the body contains it three times. */
async function changeCustomSku(call: Call<'nikeWebhooksChange'>) {
	const { action, status, data } = call.input;
	const sku = data.value.toUpperCase();
	if (status !== sku || data.label.toUpperCase() !== sku) {
		throw invalidInput({ 'data.value': 'must be the SKU, and status and data.label the same' });
	}
	if (action === 'UPDATE') throw invalidInput({ action: 'must be INSERT or DELETE for USCustom' });
	await changeEntries(call, {
		action: action === 'INSERT' ? 'ADD' : 'REMOVE',
		list: REFURBISHED_LIST,
		skus: [sku],
		fieldOf: () => 'data.value',
	});
	if (action === 'INSERT') call.answer(201);
	return { data: { label: sku, value: sku } };
}
