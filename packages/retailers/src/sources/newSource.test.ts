import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sourceNameOf } from '@dropwire/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Settings from '../settings.ts';
import { shopUrls } from '../settings.ts';
import type * as Sources from './index.ts';
import { bySku } from '../snapshot/answer.ts';
import { openSources, SOURCES, sourceBudgets } from './index.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PACKAGE = 'packages/retailers';
const DOMAIN = 'packages/domain';
const PAGE = readFileSync(join(ROOT, 'docs/new-source.md'), 'utf8');
const BRAND_PAGE = readFileSync(join(ROOT, 'docs/new-brand.md'), 'utf8');
/** A copy of the packages with the steps of docs/new-brand.md and docs/new-source.md applied. */
const copy = mkdtempSync(join(tmpdir(), 'dropwire-new-source-'));
afterAll(() => rmSync(copy, { recursive: true }));

beforeAll(() => {
	cpSync(join(ROOT, PACKAGE, 'src'), join(copy, PACKAGE, 'src'), { recursive: true });
	cpSync(join(ROOT, DOMAIN, 'src'), join(copy, DOMAIN, 'src'), { recursive: true });
	cpSync(join(ROOT, DOMAIN, 'package.json'), join(copy, DOMAIN, 'package.json'));
	linkModules();
	writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
	const types = { extends: join(ROOT, 'tsconfig.base.json'), include: ['packages'], exclude: ['**/*.test.ts'] };
	writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(types));
	for (const [, path = '', text = ''] of PAGE.matchAll(/^`(packages\/\S+)`:\n\n```ts\n(.*?)^```$/gms)) {
		mkdirSync(dirname(join(copy, path)), { recursive: true });
		writeFileSync(join(copy, path), text);
	}
	for (const [, diff = ''] of `${BRAND_PAGE}${PAGE}`.matchAll(/^```diff\n(.*?)^```$/gms)) {
		execFileSync('git', ['apply', '-'], { cwd: copy, input: diff });
	}
});

/** The modules of the repository, except that `@dropwire/domain` is the copy. */
function linkModules(): void {
	const modules = join(ROOT, 'node_modules');
	mkdirSync(join(copy, 'node_modules/@dropwire'), { recursive: true });
	for (const name of readdirSync(modules).filter((one) => one !== '@dropwire')) {
		symlinkSync(join(modules, name), join(copy, 'node_modules', name));
	}
	symlinkSync(join(copy, DOMAIN), join(copy, 'node_modules/@dropwire/domain'));
}

test('a new source is one folder, one line, and one for its watch list', () => {
	const changed = [...PAGE.matchAll(/^`(packages\/\S+)`:$/gm)].map(([, path = '']) => dirname(path));
	expect(new Set(changed)).toEqual(new Set([`${PACKAGE}/src/sources/puma`]));
	const [diff = '', ...more] = [...PAGE.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, text = '']) => text);
	expect(more).toEqual([]);
	expect(diff.split('\n').filter((line) => /^[+-](?![+-])/.test(line))).toHaveLength(2);
});

test('the page passes the type check', () => {
	const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', copy], { encoding: 'utf8' });
	expect(stdout).toBe('');
});

test('the source of the page has an address and lists, and reads a shop', async () => {
	const answers: Record<string, [number, unknown]> = {
		'/products/A-1.json': [
			200,
			{ sku: 'A-1', name: 'Gel 1', price: { now: 79.9, was: 100 }, sizes: [{ label: '9', stock: 2 }] },
		],
		'/products/WALL.json': [403, '<html>'],
	};
	const server = createServer((request, response) => {
		const [status, body] = answers[request.url ?? ''] ?? [404, {}];
		response.writeHead(status).end(JSON.stringify(body));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const table = (await import(/* @vite-ignore */ join(copy, PACKAGE, 'src/sources/index.ts'))) as typeof Sources;
	const settings = (await import(/* @vite-ignore */ join(copy, PACKAGE, 'src/settings.ts'))) as typeof Settings;
	const urls = settings.shopUrls(() => url);
	expect(urls).toHaveProperty('PUMA', url);
	const sources = table.openSources({ SHOP_URLS: urls, ...table.sourceBudgets(60) });
	try {
		const source = sources.find(({ name }) => name === ('PUMA' as never));
		expect(source?.lists).toEqual(['HOT_PUMA']);
		const reading = await source!.ask('US', ['A-1', 'GONE', 'WALL'].map(bySku), AbortSignal.timeout(10_000));
		const read = 'answers' in reading ? reading.answers : undefined;
		expect(read?.get('A-1')).toMatchObject({
			kind: 'read',
			snapshot: { title: 'Gel 1', available: true, price: { current: 7990, full: 10_000 } },
		});
		expect(read?.get('GONE')).toEqual({ kind: 'gone' });
		expect(read?.get('WALL')).toMatchObject({ kind: 'blocked', reason: 'wall (403): Puma answered 403' });
	} finally {
		await Promise.all(sources.map((source) => source.close()));
		server.close();
	}
});

test("the page's table matches the sources", async () => {
	const sources = openSources({ SHOP_URLS: shopUrls(() => 'http://127.0.0.1:1'), ...sourceBudgets(1) });
	const yes = (fact: unknown) => (fact === undefined || fact === false ? 'no' : 'yes');
	const rows = sources.map(({ lists, regions, announcesLaunches, find, search }, index) => {
		const definition = SOURCES[index] as (typeof SOURCES)[number];
		const { url, more = [], budget } = definition;
		const settings = [
			...[...(url ? [url] : []), ...more].map(({ name }) => `\`${name}\``),
			`\`${budget.setting}\` (${budget.default})`,
		];
		const cells = [
			lists.join(', '),
			regions.join(', '),
			yes(announcesLaunches),
			yes(find),
			yes(search),
			settings.join(', '),
		];
		return `| ${[sourceNameOf(definition), ...cells].join(' | ')} |`;
	});
	await Promise.all(sources.map((source) => source.close()));
	expect(PAGE.split('\n').filter((line) => /^\| [A-Z_]+ \|/.test(line))).toEqual(rows);
});
