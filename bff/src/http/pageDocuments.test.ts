import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';
import { createPageDocuments } from './pageDocuments.ts';

const WEB = join(import.meta.dirname, '../../../web/dist');
const guildId = SANDBOX_GUILDS.soleSearchers.id;
/** Maximum size of the scripts that a page needs before it can render, brotli, kB. */
const MAX_KB = { '/dashboard/admin': 120, '/dashboard/settings/overview': 131 };
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

/** The reads that a page's response makes the browser start. */
function readsIn(response: Response): string[] {
	return [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel=preload; as=fetch/g)].map(
		([, url]) => url ?? '',
	);
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

test('a page starts the reads that its user can make, and they succeed', async () => {
	const ada = await testServer.signIn('ada');
	const cleo = await testServer.signIn('cleo');
	const pages = [
		{ user: ada, path: '/dashboard/settings/nike-shoes', read: '/api/operatorwebhooks?brand=NIKE&category=SHOES' },
		{ user: ada, path: '/Dashboard/Settings/', read: '/api/overview?dead=20' },
		{ user: cleo, path: '/dashboard/admin', read: '/api/guildlist' },
		{ user: cleo, path: `/dashboard/admin/${guildId}`, read: `/api/channellist?guildId=${guildId}` },
	];
	for (const { user, path, read } of pages) {
		const reads = readsIn(await user.fetch(path));
		expect(reads).toContain(read);
		const answers = await Promise.all(reads.map(async (url) => [url, (await user.fetch(url)).status]));
		expect(answers).toEqual(reads.map((url) => [url, 200]));
	}
	// A rejected read would leave an audit row.
	expect(readsIn(await cleo.fetch('/dashboard/settings/nike-shoes'))).toEqual([]);
	expect(readsIn(await testServer.visitor().fetch('/dashboard/admin'))).toEqual([]);
});

test('a parameter that is no id starts no read', async () => {
	const documentOf = createPageDocuments(WEB);
	const found = await documentOf('/dashboard/admin/1>;x');
	expect(found?.file).toBe('documents/admin-guildId.html');
	expect(found?.reads.join()).not.toContain('channellist');
	expect(await documentOf('/freefetcher')).toBeNull();
	expect(await createPageDocuments('/nowhere')('/dashboard/admin')).toBeNull();
});
