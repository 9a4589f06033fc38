import { AuditRow, RetailerToken } from '@dropwire/db';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let mia: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	mia = await testServer.signIn('mia');
});
afterAll(() => testServer.close());

const part = (text: string) => Buffer.from(text).toString('base64url');
const jwt = (payload: object) => [part('{"alg":"none"}'), part(JSON.stringify(payload)), part('sig')].join('.');
const inAnHour = () => Math.trunc(Date.now() / 1000) + 3600;

test("a retailer's token is kept sealed, one per member, until its own expiry", async () => {
	const exp = inAnHour();
	const { data } = await mia.api.retailerToken({ accesstoken: jwt({ exp }) });
	expect(data).toEqual({ savedAt: expect.any(Number), expiresAt: exp * 1000 });
	const endless = jwt({ sub: 'an account' });
	const plain = await mia.api.retailerToken({ accesstoken: ` Authorization: Bearer ${endless}\n` });
	expect(plain.data.expiresAt - plain.data.savedAt).toBe(86_400_000);
	const rows = await RetailerToken.query(testServer.db.knex);
	expect(rows).toHaveLength(1);
	const { sealed, discordId } = rows[0]!;
	expect(sealed).not.toContain(endless);
	expect(testServer.db.vault.open(sealed, `retailer token of ${discordId}`)).toBe(endless);
	expect(() => testServer.db.vault.open(sealed, 'retailer token of 100000000000000001')).toThrow();
});

test('only its owner can read its dates and delete it; no answer has the token', async () => {
	const accesstoken = jwt({ exp: inAnHour() });
	const { data: saved } = await mia.api.retailerToken({ accesstoken });
	const answer = await (await mia.fetch('/nike/accesstoken')).text();
	expect(JSON.parse(answer)).toEqual({ data: saved });
	const cleo = await testServer.signIn('cleo');
	expect(await cleo.api.retailerTokenState()).toEqual({ data: null });
	await expect(cleo.api.retailerTokenDelete()).rejects.toMatchObject({ status: 404 });

	expect(await mia.api.retailerTokenDelete()).toEqual({ data: saved });
	expect(await mia.api.retailerTokenState()).toEqual({ data: null });
	expect(await RetailerToken.query(testServer.db.knex)).toEqual([]);
	await expect(mia.api.retailerTokenDelete()).rejects.toMatchObject({ status: 404, code: 'not_found' });
	const rows = await AuditRow.query(testServer.db.knex).where({ actor: SANDBOX_USERS.mia.id });
	expect(rows.map(({ action }) => action).slice(-2)).toEqual(['retailerToken', 'retailerTokenDelete']);
	expect(JSON.stringify(rows)).not.toContain(accesstoken);
});

test('an expired token counts as none', async () => {
	await mia.api.retailerToken({ accesstoken: jwt({ exp: inAnHour() }) });
	await RetailerToken.query(testServer.db.knex).patch({ expiresAt: Date.now() - 1 });
	expect(await mia.api.retailerTokenState()).toEqual({ data: null });
});

const noToken = 'is not an access token';
test.each([
	['one that has expired', jwt({ exp: 1 }), 'has expired'],
	['none', '  ', 'must not be empty'],
	['more than 8 KiB', 'é'.repeat(4097), 'at most 8 KiB'],
	['any words', 'a b c', noToken],
	['a password', 'correct-horse.battery', noToken],
	['three parts without JSON', 'abc.def.ghi', noToken],
	['a header without an algorithm', [part('{}'), part('{}'), 'sig'].join('.'), noToken],
	['a payload that is a list', [part('{"alg":"none"}'), part('[]'), 'sig'].join('.'), noToken],
	['an expiry that is no number', jwt({ exp: 'tomorrow' }), noToken],
])("of retailer's tokens, %s is refused", async (_, accesstoken, problem) => {
	await expect(mia.api.retailerToken({ accesstoken })).rejects.toMatchObject({
		status: 400,
		fields: { accesstoken: expect.stringContaining(problem) },
	});
});
