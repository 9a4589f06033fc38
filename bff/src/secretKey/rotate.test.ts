import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createVault, Delivery, operatorList, RetailerToken, Session, TopicRow, Webhook } from '@dropwire/db';
import { TEST_SECRET_KEY } from '@dropwire/db/testing';
import { hashOf, subscribe, webhookUrl } from '@dropwire/engine';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';
import { sealedFor } from '../retailerToken/feature.ts';
import { deleteUnreadable, rotateKey } from './rotate.ts';

const OLD_KEY = 'the key of before, which somebody may have seen';
const old = createVault(OLD_KEY);
const current = createVault(TEST_SECRET_KEY);
const DAY = 86_400_000;

let testServer: TestServer;
const children: ChildProcess[] = [];
beforeEach(async () => {
	// Its server and its engine run with both keys, as during a change of key.
	testServer = await openTestServer({ previousSecretKey: OLD_KEY });
});
afterEach(async () => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
	await testServer.close();
});

/** Completes the rotation in this process. @returns how many rows of each table were re-encrypted */
async function rotated(): Promise<Record<string, number>> {
	const { counts, complete } = await rotateKey(testServer.db);
	expect(complete).toBe(true);
	return Object.fromEntries(counts.map((count) => [count.table, count.rotated]));
}

/** `npm run rotate-key` as a process of its own. */
async function runRotation({
	killBefore,
	previous = OLD_KEY,
	secretKey = TEST_SECRET_KEY,
	options = [],
}: { killBefore?: string; previous?: string; secretKey?: string; options?: string[] } = {}) {
	const kill = ['--import', join(import.meta.dirname, '../../../db/src/testing/killBefore.ts')];
	const program = [join(import.meta.dirname, 'rotate.main.ts'), ...options];
	const child = spawn(process.execPath, [...(killBefore ? kill : []), ...program], {
		env: {
			...process.env,
			DATABASE_URL: testServer.db.url,
			DATA_DIR: join(testServer.db.dataDir, 'keys'),
			SECRET_KEY: secretKey,
			SECRET_KEY_PREVIOUS: previous,
			KILL_BEFORE: killBefore,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	children.push(child);
	const ended = new Promise((resolve) => {
		child.once('exit', (code, signal) => resolve(signal ?? code));
	});
	const [end, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
	return { end, out, err };
}

async function stockTopic(): Promise<TopicRow> {
	return TopicRow.query(testServer.db.knex).findOne({ brand: 'STOCK' }).throwIfNotFound();
}

/** Webhooks on the list of announcements, as a server that knew the old key alone saved them. */
async function saveWithOldKey(webhooks: readonly { id: string; token: string; url: string }[]) {
	const { id: topicId } = await stockTopic();
	await testServer.db.transaction(async (trx) => {
		for (const webhook of webhooks) {
			const place = { list: operatorList(topicId), topicId, guildChannelId: null, label: webhook.id };
			await subscribe(trx, old, place, webhook);
		}
	});
}

/** A browser that signed in when the old key was the only one. */
async function signInWithOldKey() {
	const { id: discordId } = SANDBOX_USERS.ada;
	const id = randomUUID();
	const idHash = createHash('sha256').update(id).digest('hex');
	const session = { sealed: old.seal(JSON.stringify({ discordId }), idHash), discordId };
	await testServer.db
		.knex('sessions')
		.insert({ idHash, ...session, createdAt: Date.now(), expiresAt: Date.now() + DAY });
	await testServer.db
		.knex('accounts')
		.insert({ discordId, username: 'Ada', discriminator: '0', avatar: null, signedInAt: Date.now() });
	const browser = testServer.visitor();
	browser.cookies.set('dropwire', id);
	browser.cookies.set('dropwire.sig', signature(old.cookieKeys[0], id));
	return { browser, id, idHash };
}
const signature = (key = '', id = '') => createHmac('sha256', key).update(`dropwire=${id}`).digest('base64url');

async function expectOnlyTheCurrentKey() {
	for (const row of await Webhook.query(testServer.db.knex)) {
		const [, id = '', token = ''] = /webhooks\/(\d+)\/([\w-]+)$/.exec(webhookUrl(current, row.id, row.urlSealed)) ?? [];
		expect(row.urlHash).toBe(hashOf(current, { id, token }));
	}
	for (const row of await Session.query(testServer.db.knex))
		expect(current.isCurrent(row.sealed, row.idHash)).toBe(true);
	for (const row of await RetailerToken.query(testServer.db.knex)) {
		expect(current.open(row.sealed, sealedFor(row.discordId))).toBe('a retailer token');
	}
}

test('everything is re-encrypted while an engine sends, and each message arrives once', async () => {
	const webhooks = await testServer.sandbox.control.createWebhooks({ count: 600, ownChannels: true });
	await saveWithOldKey(webhooks);
	const { discordId, idHash } = { discordId: SANDBOX_USERS.mia.id, idHash: 'a'.repeat(64) };
	await testServer.db.knex('retailer_tokens').insert({
		discordId,
		sealed: old.seal('a retailer token', sealedFor(discordId)),
		savedAt: 1,
		expiresAt: Date.now() + DAY,
	});
	await testServer.db
		.knex('sessions')
		.insert({ idHash, discordId, sealed: old.seal('{}', idHash), createdAt: 1, expiresAt: Date.now() + DAY });
	const ada = await testServer.signIn('ada');
	const send = (title: string) =>
		ada.api.stockNumberSend({
			title,
			imageURL: 'https://example.com/a.png',
			description: title,
			webhooks: webhooks.map(({ url }) => url),
		});
	await send('before');
	const rotation = runRotation();
	await send('in between');
	expect(await rotation).toEqual({
		end: 0,
		err: '',
		out: expect.stringMatching(
			/retailer_tokens: 1 re-encrypted\.\n.*sessions: 1 re-encrypted\.\n.*webhooks: 600 re-encrypted\.\n.*Remove SECRET_KEY_PREVIOUS/,
		),
	});
	await expectOnlyTheCurrentKey();
	await expect
		.poll(() => Delivery.query(testServer.db.knex).where({ status: 'sent' }).resultSize(), { timeout: 60_000 })
		.toBe(1200);
	expect(await testServer.sandbox.control.messages()).toHaveLength(1200);
	expect(await rotated()).toMatchObject({ webhooks: 0 });
});

test('a killed rotation continues when repeated', async () => {
	await saveWithOldKey(await testServer.sandbox.control.createWebhooks({ count: 20, ownChannels: true }));
	await signInWithOldKey();
	expect((await runRotation({ killBefore: 'update `webhooks`' })).end).toBe('SIGKILL');
	expect(await Webhook.query(testServer.db.knex).first()).toMatchObject({ active: true });
	expect(await rotated()).toMatchObject({ sessions: 0, webhooks: 20 });
	await expectOnlyTheCurrentKey();
});

test('before the rotation every call finds a webhook that was saved under the previous key, and makes no second row', async () => {
	const webhooks = await testServer.sandbox.control.createWebhooks({ count: 2, ownChannels: true });
	const [webhook, other] = [webhooks[0]!, webhooks[1]!];
	await saveWithOldKey([webhook, other]);
	const ada = await testServer.signIn('ada');
	expect((await ada.api.stockNumberWebhooks({})).map(({ value }) => value)).toEqual([webhook.url, other.url]);
	// The same one on another list, twice on its own, in bulk, and on the broadcast list.
	await expect(
		ada.api.stockNumberWebhooksChange({ action: 'CREATE', label: 'again', value: webhook.url }),
	).rejects.toMatchObject({ status: 409 });
	expect((await ada.api.webhooksReplace({ body: [webhook.url] })).data).toEqual([webhook.url]);
	expect((await ada.api.webhooksReplace({ body: [webhook.url] })).data).toEqual([webhook.url]);
	const rows = [{ action: 'SET', brand: 'STOCK', category: 'NUMBERS', region: 'US', status: 'ANNOUNCEMENT' }].map(
		(row) => ({ ...row, label: other.id, value: other.url }),
	);
	expect((await ada.api.bulkWebhooks({ dryRun: false, rows })).counts).toMatchObject({ unchanged: 1 });
	expect(await Webhook.query(testServer.db.knex).resultSize()).toBe(2);
	expect((await ada.api.webhookTest({ url: other.url })).data).toMatchObject({ status: 'sent' });
});

test('a browser stays signed in: its cookie is signed again, and its session is re-encrypted', async () => {
	const { browser, id, idHash } = await signInWithOldKey();
	expect(await browser.api.portalUser({})).toMatchObject({ username: 'Ada' });
	expect(browser.cookies.get('dropwire.sig')).toBe(signature(current.cookieKeys[0], id));
	await rotated();
	const row = await Session.query(testServer.db.knex).findById(idHash).throwIfNotFound();
	expect(JSON.parse(current.open(row.sealed, idHash))).toMatchObject({ discordId: SANDBOX_USERS.ada.id });
	expect(await browser.api.portalUser({})).toMatchObject({ username: 'Ada' });
});

test('with a wrong SECRET_KEY_PREVIOUS or a missing key, the rotation says in one line what to do', async () => {
	const { control } = testServer.sandbox;
	await saveWithOldKey(await control.createWebhooks({ count: 1, ownChannels: true }));
	await signInWithOldKey();
	expect(await runRotation({ previous: 'a wrong key, of thirty-two characters' })).toEqual({
		end: 1,
		out: expect.stringMatching(
			/sessions: 0 re-encrypted, 1 could be read with neither key\.\n.*webhooks: 0 re-encrypted, 1 could be read with neither key\.\n$/,
		),
		err: expect.stringMatching(
			/^dropwire: Some rows could be read with neither key\. Set SECRET_KEY_PREVIOUS to .*\n$/,
		),
	});
	expect(await runRotation({ previous: '' })).toEqual({
		end: 1,
		out: '',
		err: expect.stringMatching(/^dropwire: SECRET_KEY_PREVIOUS is not set\. .*\n$/),
	});
	// A generated key would be one that no server has.
	expect(await runRotation({ secretKey: '' })).toEqual({
		end: 1,
		out: '',
		err: expect.stringMatching(/^dropwire: SECRET_KEY is not set.*\n$/),
	});
	expect(await rotated()).toMatchObject({ sessions: 1, webhooks: 1 });
	await expectOnlyTheCurrentKey();
});

test('after a lost key, --delete-unreadable keeps everything except what no key opens', async () => {
	const { knex } = testServer.db;
	const [lost, readable] = await testServer.sandbox.control.createWebhooks({ count: 2, ownChannels: true });
	await saveWithOldKey([lost!]);
	const { id: topicId } = await stockTopic();
	const place = { list: operatorList(topicId), topicId, guildChannelId: null, label: 'readable' };
	await testServer.db.transaction((trx) => subscribe(trx, current, place, readable!));
	await signInWithOldKey();
	const ada = await testServer.signIn('ada');
	const accounts = await knex('accounts').select();
	expect(await runRotation({ previous: '', options: ['--delete-unreadable'] })).toEqual({
		end: 0,
		out: expect.stringMatching(/sessions: 1 deleted.*\n.*webhooks: 1 deleted/),
		err: '',
	});
	expect((await ada.api.stockNumberWebhooks({})).map(({ value }) => value)).toEqual([readable!.url]);
	expect(await knex('accounts').select()).toEqual(accounts);
	expect(new Set((await deleteUnreadable(testServer.db)).values())).toEqual(new Set([0]));
});
