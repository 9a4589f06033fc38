import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';
import { createPageDocuments } from './pageDocuments.ts';

const WEB = join(import.meta.dirname, '../../../web/dist');
const guildId = SANDBOX_GUILDS.soleSearchers.id;
/** Maximum size of the scripts that a page needs before it can render, brotli, kB. */
const MAX_KB = { '/dashboard/admin': 118, '/dashboard/settings/overview': 131 };
const MAX_KB_OTHERS = 162;
/** Of a page that shows a dialog or a select menu at once. */
const MAX_KB_WITH_OVERLAYS = 222;

interface Line {
	path: string;
	file: string;
}
const lines = JSON.parse(readFileSync(join(WEB, 'documents.json'), 'utf8')) as Line[];
const htmlOf = ({ file }: Line) => readFileSync(join(WEB, file), 'utf8');

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

/** The data in a page by the name of their call, and the lists that the browser loads with it. */
async function readsIn(response: Response) {
	const html = await response.text();
	const elements = [...html.matchAll(/<script type="application\/json" class="read">(.*?)<\/script>/g)];
	const data = elements.map(
		([, json]) => JSON.parse(json ?? '') as { call: [name: string, input: object]; data: unknown },
	);
	const lists = [...html.matchAll(/<link rel="preload" as="fetch" [^>]*href="([^"]+)"/g)];
	return {
		calls: Object.fromEntries(data.map((one) => [one.call[0], one])),
		lists: lists.map(([, url]) => (url ?? '').replaceAll('&amp;', '&')),
	};
}

test('every document loads existing scripts, within its budget', () => {
	expect(lines.length).toBeGreaterThan(20);
	for (const line of lines) {
		const files = [...htmlOf(line).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)];
		expect(files.length).toBeGreaterThan(3);
		const sizes = files.map(([, name]) => {
			const file = join(WEB, name ?? '');
			return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1000;
		});
		const others = files.some(([, name]) => name?.includes('/overlays-')) ? MAX_KB_WITH_OVERLAYS : MAX_KB_OTHERS;
		const max = MAX_KB[line.path as keyof typeof MAX_KB] ?? others;
		const kB = sizes.reduce((sum, size) => sum + size, 0);
		expect(kB < max ? [] : [line.path, kB]).toEqual([]);
	}
});

test('every document has the frame with its landmarks, and neither inline scripts nor style sheets to wait for', () => {
	for (const line of lines) {
		const html = htmlOf(line);
		for (const landmark of [/<nav aria-label="(Servers|Sections)"/, /<main /, /<footer [^>]*aria-label="Status"/])
			expect(html).toMatch(landmark);
		expect(html).toContain('aria-busy="true"');
		expect(html).not.toMatch(/<script(?![^>]* src=)/);
		expect(html).not.toMatch(/<link rel="stylesheet"(?! disabled)/);
	}
	const console = lines.find(({ path }) => path.endsWith('/nike-shoes')) as Line;
	expect(htmlOf(console)).toMatch(/aria-current="page"[^>]*href="\/dashboard\/settings\/nike-shoes"/);
});

test('a page contains the data that its user can read, as the calls give them', async () => {
	const ada = await testServer.signIn('ada');
	const cleo = await testServer.signIn('cleo');
	const shoes = await ada.fetch('/dashboard/settings/nike-shoes');
	expect(shoes.headers.get('cache-control')).toBe('no-store');
	const { calls, lists } = await readsIn(shoes);
	expect(calls['operatorCounts']?.data).toEqual(await ada.api.operatorCounts());
	expect(lists).toEqual(['/api/operatorwebhooks?brand=NIKE&category=SHOES']);
	expect((await ada.fetch(lists[0] ?? '')).status).toBe(200);
	const first = await readsIn(await ada.fetch('/Dashboard/Settings/'));
	expect(first.calls['overview']).toMatchObject({ call: ['overview', { dead: 20 }], data: { data: { dead: [] } } });
	const server = await readsIn(await cleo.fetch(`/dashboard/admin/${guildId}`));
	expect(server.calls['currentUser']?.data).toEqual(await cleo.api.currentUser());
	expect(server.calls['channelList']).toEqual({
		call: ['channelList', { guildId }],
		data: await cleo.api.channelList({ guildId }),
	});
	// A rejected read would leave an audit row.
	const none = { calls: {}, lists: [] };
	expect(await readsIn(await cleo.fetch('/dashboard/settings/nike-shoes'))).toEqual(none);
	expect(await readsIn(await testServer.visitor().fetch('/dashboard/admin'))).toEqual(none);
	const other = await readsIn(await cleo.fetch('/dashboard/admin/900000000000000001'));
	expect(Object.keys(other.calls)).not.toContain('channelList');
});

test('data cannot end their element', async () => {
	const ada = await testServer.signIn('ada');
	const name = '</script><script>alert(1)';
	await testServer.db.knex('guilds').insert({ guildId: '900000000000000002', name, icon: null, updatedAt: 1 });
	const { calls } = await readsIn(await ada.fetch('/dashboard/admin'));
	expect(JSON.stringify(calls['guildList']?.data)).toContain(name);
});

test('a parameter that is no id starts no read', async () => {
	const documentOf = createPageDocuments(WEB);
	const found = await documentOf('/dashboard/admin/1>;x');
	expect(found?.file).toBe('documents/admin-guildId.html');
	expect(JSON.stringify(found?.reads)).not.toContain('channellist');
	expect(await documentOf('/freefetcher')).toBeNull();
	expect(await createPageDocuments('/nowhere')('/dashboard/admin')).toBeNull();
});
