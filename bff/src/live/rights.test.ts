import { ApiToken, Session, User } from '@dropwire/db';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';
import { MAX_STREAMS } from './hub.ts';
import { Poll } from './poll.ts';
import { listen } from './testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const MINUTE = 60_000;
/** How far the clock is moved; never back, since what is remembered would then come from the future. */
let later = 0;
const now = performance.now.bind(performance);
beforeAll(() => vi.spyOn(performance, 'now').mockImplementation(() => now() + later));
afterAll(() => vi.restoreAllMocks());
const { restockRadar, soleSearchers } = SANDBOX_GUILDS;
const radar = { guildId: restockRadar.id, region: 'US', toolsName: 'Nike Shoes Active' };
const searchers = { ...radar, guildId: soleSearchers.id };

/** Changes something about a guild, which its live streams show. */
async function change(place: { guildId: string; region: string; toolsName: string }): Promise<void> {
	const { data } = await ada.api.channelInsert(place);
	await ada.api.channelDelete({ id: data.id });
}

/** Minutes pass until it has ended: who calls is remembered for a second, so the first check may still find them. */
async function expectEnd(ended: Promise<unknown>): Promise<void> {
	let over = false;
	void ended.then(() => {
		over = true;
	});
	await expect
		.poll(() => {
			if (!over) later += MINUTE;
			return over;
		})
		.toBe(true);
}

test('a stream stops showing a guild within five minutes after the right was removed at Discord', async () => {
	const stream = await listen(await testServer.signIn('cleo'));
	const shown = () => stream.of('guild').map(({ guildId }) => guildId);
	await change(radar);
	await expect.poll(shown).toContain(radar.guildId);
	await testServer.sandbox.control.setMember(radar.guildId, { user: 'cleo', permissions: '0' });
	later += 5 * MINUTE;
	// After the next check the stream shows the one guild and not the other.
	await expect
		.poll(async () => {
			const before = shown().length;
			await change(radar);
			await change(searchers);
			await expect.poll(() => shown().length).toBeGreaterThan(before);
			await expect.poll(() => shown().slice(before)).toContain(searchers.guildId);
			return shown().slice(before);
		})
		.not.toContain(radar.guildId);
	// A guild that comes back is shown again, after a reset.
	await testServer.sandbox.control.setMember(radar.guildId, { user: 'cleo', permissions: String(1 << 5) });
	later += 5 * MINUTE;
	await expect.poll(() => stream.of('reset').length).toBe(1);
	stream.close();
});

test('while Discord is down, the stream shows no guild', async () => {
	const stream = await listen(await testServer.signIn('cleo'));
	await testServer.sandbox.control.failDiscord({ webhookId: 'users', times: 'forever', fault: { status: 503 } });
	later += 5 * MINUTE;
	// An operator's stream shows every guild: what it has sent, the other one would have sent before.
	const operator = await listen(ada);
	const toldMeanwhile = async () => {
		const before = [stream.of('guild').length, operator.of('guild').length] as const;
		await change(searchers);
		await expect.poll(() => operator.of('guild').length).toBeGreaterThan(before[1]);
		return stream.of('guild').length - before[0];
	};
	await expect.poll(toldMeanwhile).toBe(0);
	expect(await toldMeanwhile()).toBe(0);
	await testServer.sandbox.control.healDiscord();
	later += MINUTE;
	await expect.poll(() => stream.of('reset').length).toBe(1);
	operator.close();
	stream.close();
});

test.each<[string, () => PromiseLike<unknown>]>([
	['session', () => Session.query(testServer.db.knex).where({ discordId: SANDBOX_USERS.cleo.id }).delete()],
	['place on the access list', () => User.query(testServer.db.knex).deleteById(SANDBOX_USERS.cleo.id)],
])('a stream ends soon after its %s is gone, whichever process took it away', async (_, takeAway) => {
	const stream = await listen(await testServer.signIn('cleo'));
	await takeAway();
	await expectEnd(stream.ended);
	await User.query(testServer.db.knex)
		.insert({ discordId: SANDBOX_USERS.cleo.id, admin: false, createdAt: 1, createdBy: null })
		.onConflict('discordId')
		.ignore();
});

test('a poll names the people who were removed, or deleted their data, in any process', async () => {
	const { id: discordId } = SANDBOX_USERS.dan;
	const add = () => ada.api.userAdd({ discordId, client: 'true' });
	const poll = await new Poll(testServer.db.knex).start();
	const removals = [
		() => ada.api.usersChange({ action: 'DELETE', discordId }),
		() => ada.api.usersDelete({ discordIds: [discordId] }),
		async () => (await testServer.signIn('dan')).api.accountDelete({ confirm: true }),
	];
	for (const remove of removals) {
		await add();
		await poll.read();
		await remove();
		expect(new Set((await poll.read()).signedOut)).toEqual(new Set([discordId]));
	}
});

test("a program's stream ends after its token is deleted", async () => {
	const { data } = await ada.api.tokenCreate({ name: 'listens', scopes: ['read'] });
	const headers = { authorization: `Bearer ${data.token}` };
	const stream = await fetch(`${testServer.server.origin}/api/live`, { headers });
	await ApiToken.query(testServer.db.knex).deleteById(Number(data.id));
	await expectEnd(stream.text());
});

test('rejects the eleventh stream of a person until another is closed', async () => {
	const cleo = await testServer.signIn('cleo');
	const streams = [];
	for (let n = 0; n < MAX_STREAMS.person; n++) streams.push(await listen(cleo));
	const refused = await cleo.fetch('/api/live');
	expect(refused.status).toBe(429);
	expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
	expect(await refused.json()).toMatchObject({
		error: { code: 'rate_limited', message: expect.stringContaining('10 live streams') },
	});
	const others = await listen(ada);
	streams[0]!.close();
	await expect
		.poll(async () => {
			const hangUp = new AbortController();
			const { status } = await cleo.fetch('/api/live', { signal: hangUp.signal });
			hangUp.abort();
			return status;
		})
		.toBe(200);
	for (const stream of [...streams, others]) stream.close();
});
