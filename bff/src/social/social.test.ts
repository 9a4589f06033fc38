import { setTimeout as pause } from 'node:timers/promises';
import { SocialPost } from '@dropwire/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeEach(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterEach(() => testServer.close());

const groups = () => ada.api.social().then(({ keywords }) => keywords);
const switchOn = async (category = 'shoe') => {
	const group = (await groups()).find((one) => one.category === category);
	await ada.api.keywordsSwitch({ id: group!._id, istweetingon: true });
};
const posts = () => SocialPost.query(testServer.db.knex).orderBy('id');

/** Submits a product twice, with a change. */
async function changes({
	title,
	sku = `SKU-${Math.random()}`,
	category = 'SHOES',
}: {
	title: string;
	sku?: string;
	category?: string;
}) {
	const { data } = await ada.api.tokenCreate({ name: `monitor ${Math.random()}`, scopes: ['write'] });
	const product = {
		title,
		category,
		status: 'ACTIVE',
		available: true,
		price: { current: 20_000, full: 20_000, currency: 'USD' },
		url: 'https://www.nike.com/t/x',
	};
	for (const snapshot of [product, { ...product, price: { ...product.price, current: 15_000 } }]) {
		await fetch(`${testServer.server.origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events: [{ source: 'NIKE', sku, region: 'US', snapshot }] }),
		});
	}
}

test('keywords, promo codes and blacklist are added, changed, refused twice, and removed', async () => {
	expect(await ada.api.social()).toEqual({
		keywords: [
			{ _id: '1', category: 'shoe', istwitterkeywordon: false, keywords: [] },
			{ _id: '2', category: 'other', istwitterkeywordon: false, keywords: [] },
		],
		promocodes: [],
		blacklist: [],
	});
	const promo = await ada.api.promoInsert({ promocode: 'SAVE10', description: '10 % off' });
	await expect(ada.api.promoInsert({ promocode: 'SAVE10', description: 'x' })).rejects.toMatchObject({ status: 409 });
	expect(await ada.api.promoEdit({ id: promo._id, promocode: 'SAVE20', description: '20 % off' })).toEqual({
		_id: promo._id,
		promocode: 'SAVE20',
		description: '20 % off',
	});
	expect(await ada.api.promoDelete({ id: promo._id })).toEqual({ _id: promo._id });
	await expect(ada.api.promoDelete({ id: promo._id })).rejects.toMatchObject({ status: 404 });

	const word = await ada.api.blacklistInsert({ blacklist: 'Café', category: 'Shoe' });
	await expect(ada.api.blacklistInsert({ blacklist: 'CAFE', category: 'shoe' })).rejects.toMatchObject({ status: 409 });
	expect(await ada.api.blacklistEdit({ id: word._id, blacklist: 'kids' })).toMatchObject({ blacklistword: 'kids' });
	await ada.api.blacklistDelete({ id: word._id });
	await expect(ada.api.blacklistInsert({ blacklist: '!!', category: 'shoe' })).rejects.toMatchObject({ status: 400 });

	const [shoe] = await ada.api.keywordInsert({
		keyword: 'Air Max',
		changeType: 'PRICE',
		cooldown: '',
		category: 'shoe',
	});
	expect(shoe!.keywords).toEqual([{ id: '1', title: 'Air Max', changeType: 'price', cooldown: 0 }]);
	await expect(
		ada.api.keywordInsert({ keyword: 'air-max', changeType: 'state', cooldown: 5, category: 'shoe' }),
	).rejects.toMatchObject({ status: 409, fields: { keyword: 'already exists' } });
	const [changed] = await ada.api.keywordUpdate({
		id: '1',
		keywordId: '1',
		keywords: 'Dunk',
		changeType: 'restock',
		cooldown: 60,
	});
	expect(changed!.keywords[0]).toMatchObject({ title: 'Dunk', changeType: 'restock', cooldown: 60 });
	await expect(
		ada.api.keywordUpdate({ id: '2', keywordId: '1', keywords: 'x', changeType: 'state', cooldown: 0 }),
	).rejects.toMatchObject({ status: 404 });
	await expect(
		ada.api.keywordInsert({ keyword: 'x', changeType: 'state', cooldown: 86_401, category: 'shoe' }),
	).rejects.toMatchObject({ status: 400, fields: { cooldown: expect.any(String) } });
	expect((await ada.api.keywordDelete({ id: '1', keywordId: '1' }))[0]!.keywords).toEqual([]);
	expect((await ada.api.keywordsSwitch({ id: '2', istweetingon: true }))[1]!.istwitterkeywordon).toBe(true);
});

test('words that are too long when normalized are refused', async () => {
	// 66 syllables of three letters each, between two spaces.
	const fits = '각'.repeat(66);
	const word = await ada.api.blacklistInsert({ blacklist: fits, category: 'shoe' });
	const keyword = { changeType: 'price', cooldown: 0, category: 'shoe' } as const;
	const [shoe] = await ada.api.keywordInsert({ ...keyword, keyword: fits });
	const at = { id: shoe!._id, keywordId: shoe!.keywords[0]!.id };
	const long = `${fits}각`;
	const refused: [string, () => Promise<unknown>][] = [
		['blacklist', () => ada.api.blacklistInsert({ blacklist: long, category: 'shoe' })],
		['blacklist', () => ada.api.blacklistEdit({ id: word._id, blacklist: long })],
		['keyword', () => ada.api.keywordInsert({ ...keyword, keyword: long })],
		['keywords', () => ada.api.keywordUpdate({ ...at, keywords: long, changeType: 'price', cooldown: 0 })],
	];
	for (const [field, save] of refused) {
		const fields = { [field]: expect.stringMatching(/^must be shorter: .* 203 characters, and 200 is the limit/) };
		await expect(save()).rejects.toMatchObject({ status: 400, fields });
	}
});

test('an event that matches a keyword is posted once, within 280 characters', async () => {
	await switchOn();
	await ada.api.promoInsert({ promocode: 'SAVE10', description: 'ten off' });
	await ada.api.keywordInsert({ keyword: 'jordán 4', changeType: 'price', cooldown: 0, category: 'shoe' });
	await changes({ title: 'Air JORDAN 4 Retro', sku: 'A' });
	await expect.poll(async () => (await posts()).map(({ status }) => status)).toEqual(['posted']);
	const { posts: posted } = await testServer.sandbox.control.xPosts();
	expect(posted[0]?.text).toMatch(
		/^Price: Air JORDAN 4 Retro\nA · US · \$150\.00 · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\nSAVE10: ten off\nhttps:\/\/www\.nike\.com\/t\/x$/,
	);
	const answer = await ada.api.socialPosts();
	expect(answer).toMatchObject({ connected: true, hindrances: [], data: [{ status: 'posted' }] });
	// A newer change that no keyword wants is not the preview.
	await changes({ title: 'Court Vision', sku: 'B' });
	await expect.poll(async () => (await ada.api.events()).data[0]?.sku).toBe('B');
	expect((await ada.api.socialPosts()).preview).toBe(answer.preview);
});

test.each([
	['its category is off', { title: 'Dunk Low' }, false],
	['the keyword is only a part of a word', { title: 'Dunkirk Low' }, true],
	['a blacklisted word is in the title', { title: 'Dunk Low (Kids)' }, true],
	['it belongs to the other category', { title: 'Dunk Bag', category: 'EQUIPMENT' }, true],
])('nothing is posted when %s', async (_, product, on) => {
	if (on) await switchOn();
	await ada.api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 0, category: 'shoe' });
	await ada.api.blacklistInsert({ blacklist: 'kids', category: 'shoe' });
	await changes(product);
	expect((await ada.api.events()).data).toHaveLength(1);
	expect(await posts()).toEqual([]);
	expect((await ada.api.socialPosts()).hindrances).not.toEqual([]);
});

test('the cooldown of a keyword delays its next post', async () => {
	await switchOn();
	await ada.api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 3600, category: 'shoe' });
	await Promise.all([changes({ title: 'Dunk Low' }), changes({ title: 'Dunk High' })]);
	expect(await posts()).toHaveLength(1);
	await testServer.db.knex('social_keywords').update({ usedAt: Date.now() - 3_600_001 });
	await changes({ title: 'Dunk Mid' });
	expect(await posts()).toHaveLength(2);
});

test.each([
	['an error', { status: 503 }],
	['a dropped connection', { drop: true }],
	['an answer that is lost', { dropAfter: true }],
	['a limit', { limited: { resetInSeconds: 0 } }],
] as const)('%s of X delays a post; it is posted once', async (_, fault) => {
	await switchOn();
	await ada.api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 0, category: 'shoe' });
	await testServer.sandbox.control.failX({ times: 1, fault });
	await changes({ title: 'Dunk Low' });
	await expect.poll(async () => (await posts())[0]?.status).toBe('posted');
	expect((await testServer.sandbox.control.xPosts()).posts).toHaveLength(1);
});

test('the same change of a product is posted each time', async () => {
	await switchOn();
	await ada.api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 0, category: 'shoe' });
	await changes({ title: 'Dunk Low', sku: 'A' });
	await pause(1000);
	// The price of the first change again, after the one before.
	await changes({ title: 'Dunk Low', sku: 'A' });
	await expect.poll(async () => (await posts()).map(({ status }) => status)).toEqual(['posted', 'posted', 'posted']);
	expect((await posts()).map(({ postId }) => postId)).not.toContain(null);
	expect((await testServer.sandbox.control.xPosts()).posts).toHaveLength(3);
});

test('a post whose text X has, from elsewhere, fails', async () => {
	await switchOn();
	await ada.api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 0, category: 'shoe' });
	await testServer.sandbox.control.failX({
		times: 1,
		fault: { status: 403, body: { detail: 'You are not allowed to create a Tweet with duplicate content.' } },
	});
	await changes({ title: 'Dunk Low' });
	await expect
		.poll(async () => (await posts())[0])
		.toMatchObject({ status: 'failed', reason: 'X has this text already', postId: null });
});

test("a post that X rejects fails with X's reason", async () => {
	await switchOn();
	await ada.api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 0, category: 'shoe' });
	await testServer.sandbox.control.failX({
		times: 1,
		fault: { status: 401, body: { title: 'Unauthorized', detail: 'Unauthorized' } },
	});
	await changes({ title: 'Dunk Low' });
	await expect
		.poll(async () => (await posts())[0])
		.toMatchObject({ status: 'failed', reason: 'X answered 401: Unauthorized' });
});

test('without keys of X a post is composed and kept, and X is not called', async () => {
	await testServer.close();
	const names = ['X_APP_KEY', 'X_APP_SECRET', 'X_ACCESS_TOKEN', 'X_ACCESS_SECRET'];
	testServer = await openTestServer({ env: Object.fromEntries(names.map((name) => [name, ''])) });
	ada = await testServer.signIn('ada');
	await switchOn();
	await ada.api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 0, category: 'shoe' });
	await changes({ title: 'Dunk Low' });
	await expect.poll(async () => (await posts()).map(({ status }) => status)).toEqual(['kept']);
	expect((await posts())[0]).toMatchObject({ text: expect.stringContaining('Dunk Low'), reason: 'X is not connected' });
	expect(await ada.api.socialPosts()).toMatchObject({ connected: false });
	expect((await testServer.sandbox.control.xPosts()).posts).toEqual([]);
});
