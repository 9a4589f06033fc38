import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

test('a change or removal is rejected if the values have changed since they were read', async () => {
	const promo = await ada.api.promoInsert({ promocode: 'SAVE10', description: 'ten off' });
	const word = await ada.api.blacklistInsert({ blacklist: 'kids', category: 'shoe' });
	const [shoe] = await ada.api.keywordInsert({ keyword: 'Dunk', changeType: 'price', cooldown: 0, category: 'shoe' });
	const keyword = shoe!.keywords[0]!;
	const theirs = [
		() => ada.api.promoEdit({ id: promo._id, promocode: 'SAVE10', description: 'nine off', before: promo }),
		() => ada.api.blacklistEdit({ id: word._id, blacklist: 'toddler', before: word }),
		() =>
			ada.api.keywordUpdate({
				id: shoe!._id,
				keywordId: keyword.id,
				keywords: 'Dunk',
				changeType: 'restock',
				cooldown: 60,
				before: keyword,
			}),
	];
	for (const save of theirs) await save();
	const saved = await ada.api.social();

	const at = { id: shoe!._id, keywordId: keyword.id, before: keyword };
	const late: [() => Promise<unknown>, string][] = [
		[
			() => ada.api.promoEdit({ id: promo._id, promocode: 'SAVE20', description: 'ten off', before: promo }),
			'This promo code has since been changed to "SAVE10" (nine off)',
		],
		[
			() => ada.api.promoDelete({ id: promo._id, before: promo }),
			'This promo code has since been changed to "SAVE10" (nine off)',
		],
		[
			() => ada.api.blacklistEdit({ id: word._id, blacklist: 'baby', before: word }),
			'This word has since been changed to "toddler"',
		],
		[() => ada.api.blacklistDelete({ id: word._id, before: word }), 'This word has since been changed to "toddler"'],
		[
			() => ada.api.keywordUpdate({ ...at, keywords: 'Dunk Low', changeType: 'price', cooldown: 0 }),
			'This keyword has since been changed to "Dunk" (restock, cooldown 60 s)',
		],
		[() => ada.api.keywordDelete(at), 'This keyword has since been changed to "Dunk" (restock, cooldown 60 s)'],
	];
	for (const [save, change] of late) {
		await expect(save()).rejects.toMatchObject({
			status: 409,
			message: `${change}, so it was left as it is.`,
			fields: { before: expect.any(String) },
		});
	}
	expect(await ada.api.social()).toEqual(saved);
	await ada.api.promoDelete({ id: promo._id, before: saved.promocodes[0]! });
	expect((await ada.api.social()).promocodes).toEqual([]);
});
