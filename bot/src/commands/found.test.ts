import { FoundProduct, KeywordWatch, User } from '@dropwire/db';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, buttonsOf, embedOf, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterAll(() => testServer.close());

test('/found is for operators', async () => {
	expect(embedOf(await testServer.runCommand('found'))).toMatchObject({
		title: 'Not done',
		description: 'This requires an operator account.',
	});
});

test('/found lists the newest products, and a button puts one on its list', async () => {
	const { knex } = testServer.db;
	await User.query(knex).patch({ admin: true }).where({ discordId: SANDBOX_USERS.cleo.id });
	expect(embedOf(await testServer.runCommand('found')).description).toBe(
		'The keyword watches have found no new product yet.',
	);
	// Its search is in the future, so what is found stays as it is.
	const watch = await KeywordWatch.query(knex).insertAndFetch({
		source: 'ADIDAS',
		region: 'US',
		include: ['samba'],
		exclude: [],
		checkedAt: Date.now() + 3_600_000,
		createdAt: Date.now(),
	});
	const product = { watchId: watch.id, isNew: true, link: 'https://www.adidas.com/us/JE0001.html', price: 10_000 };
	for (let n = 1; n <= 6; n++) {
		const row = { ...product, sku: `JE000${n}`, title: `Samba ${n}`, currency: 'USD', foundAt: Date.now() };
		await FoundProduct.query(knex).insert(row);
	}
	const answer = await testServer.runCommand('found');
	expect(embedOf(answer).description).toMatch(
		/^\*\*\[Samba 6\]\(https:.*\)\*\* <t:\d+:R>\n`JE0006` · \$100\.00 · ADIDAS US · not on ADIDASHOT1\n/,
	);
	expect(buttonsOf(answer).map(({ label }) => label)).toEqual([6, 5, 4, 3, 2].map((n) => `Watch Samba ${n}`));
	const customId = buttonsOf(answer)[1]!.custom_id;
	const pressed = await testServer.sandbox.control.click({ interactionId: answer.id, customId });
	expect(embedOf(pressed).description).toMatch(/^\*\*Samba 5\*\* is on ADIDASHOT1 now\./);
	expect(buttonsOf(pressed).map(({ label }) => label)).toEqual([6, 4, 3, 2].map((n) => `Watch Samba ${n}`));
	const ada = await testServer.signIn('ada');
	expect((await ada.api.skus({ type: 'ADIDASHOT1' })).data).toMatchObject([{ sku: 'JE0005' }]);
});
