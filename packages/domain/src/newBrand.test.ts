import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type * as domain from './index.ts';

const root = join(import.meta.dirname, '../../..');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
/** The diffs of the brand and of its watch list. */
const diffs = ['docs/new-brand.md', 'docs/new-source.md'].map((page) => {
	const [, diff = ''] = /```diff\n(.*?)```/s.exec(readFileSync(join(root, page), 'utf8')) ?? [];
	return diff;
});

let copy: string;
beforeEach(() => {
	copy = mkdtempSync(join(tmpdir(), 'dropwire-brand-'));
	// The settings reader needs a package; brands do not need it.
	const isWanted = (path: string) => !path.endsWith('.test.ts') && basename(path) !== 'settings.ts';
	cpSync(import.meta.dirname, join(copy, 'packages/domain/src'), { recursive: true, filter: isWanted });
	cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
	const config = { extends: './tsconfig.base.json', compilerOptions: { types: [] }, include: ['packages'] };
	writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
	writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rmSync(copy, { recursive: true }));

/** Applies the diffs to the copy of the package and compiles it. @returns the compiler's output, empty without errors */
function build(edit = (brands: string) => brands): string {
	const env = { PATH: process.env['PATH'], GIT_CEILING_DIRECTORIES: dirname(copy) };
	const only = ['apply', '--include=packages/domain/*', '-'];
	for (const diff of diffs) execFileSync('git', only, { cwd: copy, input: diff, env });
	const path = join(copy, 'packages/domain/src/brands.ts');
	writeFileSync(path, edit(readFileSync(path, 'utf8')));
	try {
		return execFileSync(process.execPath, [tsc, '-p', copy], { encoding: 'utf8' });
	} catch (error) {
		return (error as { stdout: string }).stdout;
	}
}

test('the diff of docs/new-brand.md adds a complete brand with a list of SKUs', async () => {
	expect(build()).toBe('');
	const built = (await import(
		/* @vite-ignore */ pathToFileURL(join(copy, 'packages/domain/src/index.ts')).href
	)) as typeof domain;
	const brand = 'PUMA' as domain.Brand;
	expect(built.PRODUCT_BRANDS).toContain(brand);
	expect(built.toolsNames('US')).toEqual(expect.arrayContaining(['Puma New', 'Puma Restock']));
	const event = { brand, category: 'SHOES', region: 'US', productStatus: null, priceFell: false } as const;
	const route = (kind: domain.EventKind) => built.routeOf({ ...event, kind })?.toolsName;
	expect([route('NEW'), route('SHOCK_DROP'), route('PRICE')]).toEqual(['Puma New', 'Puma Restock', undefined]);
	expect(built.screenOf('PUMA', 'SHOES')).toMatchObject({ id: 'puma', menu: 'Puma' });
	const problems = ['392328-01', '7Z5A1UA#ABA', 'nope'].map((sku) => built.entryProblem('HOT_PUMA', sku));
	expect(problems).toEqual([null, expect.stringContaining('must be a SKU of Puma'), expect.any(String)]);
});

test.each([
	['without a route for a kind', 'STATUS: null,', '', "Property 'STATUS' is missing"],
	['without a format for its list of SKUs', /\t\tskus: .*\n/, '', `Type '"PUMA"' is not assignable`],
	[
		'with a route to a status that it does not have',
		"NEW: 'NEW'",
		"NEW: 'CHANGE'",
		`Type '"CHANGE"' is not assignable`,
	],
])('a brand %s does not compile', (_, part, instead, error) => {
	const edit = (brands: string) => {
		const entry = brands.indexOf('PUMA: {');
		return brands.slice(0, entry) + brands.slice(entry).replace(part, instead);
	};
	expect(build(edit)).toContain(error);
});
