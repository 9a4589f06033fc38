import { NIKE_GROUP_STATUSES, REFURBISHED_LIST, type Region } from '@dropwire/db/topics';
import type { Call, Handlers } from '../http/call.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import { addEntries, listEntries, removeEntries } from '../watchlists/entries.ts';
import { changeRow, type GroupsOf, groupTopic, listGroups } from './groups.ts';

/** `data.label` and `data.value`, as most bodies name them. */
const FIELDS = { label: 'data.label', value: 'data.value' };

const HP: GroupsOf = { brand: 'HP', category: 'LAPTOPS', region: 'US' };
const ADIDAS: GroupsOf = { brand: 'ADIDAS', category: 'HOT1', region: 'US' };
const ASICS: GroupsOf = { brand: 'ASICS', category: 'SHOES', region: 'US' };
const STOCK: GroupsOf = { brand: 'STOCK', category: 'NUMBERS', region: 'US' };
const jdfnl = (brand: 'JD' | 'FNL'): GroupsOf => ({ brand, category: 'SHOES', region: 'US' });

type GroupCall = Call<
	'nikeWebhooksChange' | 'hpWebhooksChange' | 'adidasWebhooksChange' | 'asicsWebhooksChange' | 'jdfnlWebhooksChange'
>;

/** The operators' groups, brand by brand: what each is called on the wire, and nothing else. */
export const operatorWebhookHandlers = {
	nikeWebhooks: async ({ input: { region, category }, knex, server }) => {
		mustStand(region, category);
		if (region === 'USCUSTOM') return (await listEntries(knex, REFURBISHED_LIST)).map(({ sku }) => ({ sku }));
		const statuses = category === 'REFURBISHED' ? ['SHOES'] : NIKE_GROUP_STATUSES;
		return listGroups(knex, server.db.vault, { brand: 'NIKE', category, region }, statuses);
	},
	nikeWebhooksChange: async (call) => {
		const { region, category, status } = call.input;
		mustStand(region, category);
		if (region === 'USCUSTOM') return changeCustomSku(call);
		return change(call, [{ brand: 'NIKE', category, region }], status);
	},

	hpWebhooks: ({ knex, server }) => listGroups(knex, server.db.vault, HP, ['LAPTOPS']),
	hpWebhooksChange: (call) => change(call, [HP], call.input.category),

	adidasWebhooks: ({ knex, server }) => listGroups(knex, server.db.vault, ADIDAS, ['HOT1']),
	adidasWebhooksChange: (call) => change(call, [ADIDAS], call.input.status),

	asicsWebhooks: ({ knex, server }) => listGroups(knex, server.db.vault, ASICS, ['RESTOCK']),
	asicsWebhooksChange: (call) => change(call, [ASICS], call.input.status),

	jdfnlWebhooks: ({ input, knex, server }) =>
		listGroups(knex, server.db.vault, jdfnl(input.category), ['RESTOCK', 'NEW', 'CHANGE']),
	jdfnlWebhooksChange: (call) => {
		const { category, status } = call.input;
		return change(call, category === 'JDFNL' ? [jdfnl('JD'), jdfnl('FNL')] : [jdfnl(category)], status);
	},

	stockNumberWebhooks: async ({ knex, server }) => {
		const [group] = await listGroups(knex, server.db.vault, STOCK, ['ANNOUNCEMENT']);
		return group?.webhooks ?? [];
	},
	stockNumberWebhooksChange: async (call) => {
		const { action, label, value } = call.input;
		const topics = [await groupTopic(call.knex, STOCK, 'ANNOUNCEMENT')];
		const fields = { label: 'label', value: 'value' };
		return changeRow(call, { topics, action: action === 'CREATE' ? 'INSERT' : action, label, value, fields });
	},
} satisfies Partial<Handlers>;

async function change(call: GroupCall, of: readonly GroupsOf[], status: string) {
	const { action, data } = call.input;
	const topics = [];
	for (const groups of of) topics.push(await groupTopic(call.knex, groups, status));
	return changeRow(call, { topics, action, ...data, fields: FIELDS });
}

/** @throws CallError 400 for a region that the category does not have */
function mustStand(region: Region | 'USCUSTOM', category: string): void {
	const refurbished = category === 'REFURBISHED';
	if (refurbished && region !== 'US' && region !== 'USCUSTOM') {
		throw invalidInput({ region: 'must be US or USCustom for refurbished' });
	}
	if (!refurbished && region === 'USCUSTOM') {
		throw invalidInput({ region: 'USCustom stands for refurbished only' });
	}
}

/** A row of USCustom is a SKU, which the body gives three times. */
async function changeCustomSku(call: Call<'nikeWebhooksChange'>) {
	const { action, status, data } = call.input;
	const sku = data.value.toUpperCase();
	if (status !== sku || data.label.toUpperCase() !== sku) {
		throw invalidInput({ 'data.value': 'must be the SKU, and status and data.label the same' });
	}
	if (action === 'UPDATE') throw invalidInput({ action: 'must be INSERT or DELETE for USCustom' });
	const added = action === 'INSERT';
	const { changed } = await (added ? addEntries : removeEntries)(call, REFURBISHED_LIST, [{ sku, productLink: null }]);
	if (changed.length === 0) {
		throw added
			? new CallError('conflict', `${sku} stands there already.`, { 'data.value': 'stands there already' })
			: new CallError('not_found', `${sku} is not on the list.`, { 'data.value': 'is not on the list' });
	}
	if (added) call.answer(201);
	return { data: { label: sku, value: sku } };
}
