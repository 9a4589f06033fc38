import { expect, test } from 'vitest';
import { contract, createClient, undoOf } from './index.ts';

const change = { action: 'skusChange', target: null, webhook: null, before: null, after: null };
/** Runs an undo. @param outcome of adding an entry @returns the path and the body of each call */
async function callsOf(of: Parameters<typeof undoOf>[0], outcome = 'added'): Promise<[string, unknown][]> {
	const sent: [string, unknown][] = [];
	const api = createClient(contract, {
		fetch: (url, init) => {
			sent.push([url as string, JSON.parse(init?.body as string) as unknown]);
			return Promise.resolve(Response.json({ data: [{ row: 0, outcome }] }));
		},
	});
	await undoOf(of)?.run(api);
	return sent;
}
/** The path and the body of the only call of an undo. */
async function sentBy(of: Parameters<typeof undoOf>[0]): Promise<[string, unknown]> {
	const sent = await callsOf(of);
	expect(sent).toHaveLength(1);
	return sent[0]!;
}

test('undo adds a removed entry again with its link and regions', async () => {
	const before = {
		list: 'HOT_NEWBALANCE',
		sku: 'M990GL6',
		productLink: 'https://www.newbalance.com/990',
		regions: 'US',
	};
	const [path, body] = await sentBy({ ...change, before });
	expect(path).toBe('/api/bulk/skus');
	expect(body).toMatchObject({
		rows: [{ action: 'ADD', type: before.list, sku: 'M990GL6', productLink: before.productLink, regions: 'US' }],
	});
});

test('undo pins the interval of a removed entry again, or says why it could not', async () => {
	const before = { list: 'MONITOR1', sku: 'CK9246-101', intervalMs: 5000 };
	const [added, pinned] = await callsOf({ ...change, before });
	expect(added?.[0]).toBe('/api/bulk/skus');
	expect(pinned).toEqual(['/api/skupin', { type: 'MONITOR1', sku: 'CK9246-101', intervalMs: 5000 }]);
	// Somebody has added it again, maybe with another interval.
	expect(await callsOf({ ...change, before }, 'unchanged')).toEqual([added]);
	const error = { code: 'not_found', message: 'Not on the list: CK9246-101.' };
	const data = [{ row: 0, outcome: 'added' }];
	const api = createClient(contract, {
		fetch: (url) =>
			Promise.resolve(url === '/api/skupin' ? Response.json({ error }, { status: 404 }) : Response.json({ data })),
	});
	await expect(undoOf({ ...change, before })?.run(api)).rejects.toThrow(
		'CK9246-101 on MONITOR1 was added again, but its interval could not be pinned: Not on the list: CK9246-101.',
	);
});

test('undo restores promo codes and blacklisted words', async () => {
	const promo = { _id: '7', promocode: 'SAVE10', description: 'ten' };
	expect(await sentBy({ ...change, action: 'promoDelete', before: promo })).toEqual([
		'/twitter/insert-promocode',
		{ promocode: 'SAVE10', description: 'ten' },
	]);
});

test('undo requires the values that the edit left', async () => {
	const promo = { _id: '7', promocode: 'SAVE10', description: 'ten' };
	const ten = { promocode: 'SAVE10', description: 'ten' };
	const twenty = { promocode: 'SAVE20', description: 'twenty' };
	const codes = {
		...change,
		action: 'promoEdit',
		target: 'promo code 7',
		before: promo,
		after: { ...promo, ...twenty },
	};
	expect(await sentBy(codes)).toEqual(['/twitter/edit-promocode', { id: '7', ...ten, before: twenty }]);
	const word = { _id: '3', blacklistword: 'kids', category: 'shoe' };
	const after = { ...word, blacklistword: 'toddler' };
	const edited = { ...change, action: 'blacklistEdit', target: 'blacklist 3', before: word, after };
	const body = { id: '3', blacklist: 'kids', before: { blacklistword: 'toddler' } };
	expect(await sentBy(edited)).toEqual(['/twitter/edit-blacklist', body]);
});

test("undo restores a webhook's label and a subscription's options", async () => {
	const webhook = { id: '12', label: 'new' };
	const state = { id: '5', label: 'old', webhook: '…/webhooks/1/••••' };
	const renamed = { ...change, action: 'webhookChange', webhook, before: state, after: { ...state, label: 'new' } };
	expect(await sentBy(renamed)).toEqual([
		'/api/webhook',
		{ id: '12', subscription: '5', label: 'old', before: { label: 'new' } },
	]);
	const paused = { ...state, options: { paused: true }, version: 2 };
	const after = { ...state, options: {}, version: 3 };
	const resumed = { ...change, action: 'subscriptionEdit', webhook, before: paused, after };
	expect(await sentBy(resumed)).toEqual(['/api/subscriptionedit', { id: '5', options: { paused: true }, version: 3 }]);
	expect(undoOf({ ...resumed, after: { ...after, version: undefined } })).toBeNull();
});

test('undo rejects options that changed later, with the reason', async () => {
	const body = { error: { code: 'conflict', message: 'stale', fields: { version: 'must be 4' } } };
	const api = createClient(contract, { fetch: async () => Response.json(body, { status: 409 }) });
	const before = { id: '5', options: {}, version: 2 };
	await expect(undoOf({ ...change, before, after: { ...before, version: 3 } })?.run(api)).rejects.toThrow(
		'These options have since been changed, so they were left as they are.',
	);
});

test('removed webhooks and added entries cannot be undone', () => {
	const webhook = { id: '5', label: 'old', webhook: '…/webhooks/1/••••', options: {} };
	expect(undoOf({ ...change, before: webhook })).toBeNull();
	expect(undoOf({ ...change, after: { list: 'MONITOR1', sku: 'CK9246-101' } })).toBeNull();
});
