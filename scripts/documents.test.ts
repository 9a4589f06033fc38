import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const docs = join(import.meta.dirname, '../docs');
const read = (name: string) => readFileSync(join(docs, name), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found as string);

test.each(['security.md', 'operations.md'])('docs/%s names tests and files that exist', (name) => {
	const text = read(name);
	const defined = new Map([...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, label, target]) => [label, target]));
	const named = all(text, /tests?: (\[[^\]]+\](?:,\s+\[[^\]]+\])*)/gi).flatMap((list) => all(list, /\[([^\]]+)\]/g));
	expect(named.length).toBeGreaterThan(20);
	expect(new Set(named)).toEqual(new Set(defined.keys()));
	const targets = [...defined.values(), ...all(text, /\]\(([^)#:]+)(?:#[^)]*)?\)/g)];
	expect(targets.filter((target) => !existsSync(join(docs, target as string)))).toEqual([]);
});

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (text: string) =>
	all(text, /^#+ (.+)$/gm).map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\d _-]/gu, '')
			.replaceAll(' ', '-'),
	);

const root = join(docs, '..');
const pages = globSync(['*.md', 'docs/**/*.md', '{bff,bot,cli,db,web,packages/*}/README.md'], { cwd: root });

test('every relative link of a page leads to a file and a heading that exist', () => {
	expect(pages.length).toBeGreaterThan(20);
	const broken = pages.flatMap((page) => {
		const links = all(readFileSync(join(root, page), 'utf8'), /\]\(([^)\s:]+)\)/g);
		return links
			.filter((link) => {
				const [path = '', anchor] = link.split('#');
				const file = path === '' ? join(root, page) : join(root, dirname(page), path);
				if (!existsSync(file)) return true;
				return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
			})
			.map((link) => `${page}: ${link}`);
	});
	expect(broken).toEqual([]);
});

test('every source file that a page names exists', () => {
	const missing = pages
		// The recipes name files that do not exist yet.
		.filter((page) => !page.startsWith('docs/new-'))
		.flatMap((page) =>
			all(readFileSync(join(root, page), 'utf8'), /`((?:[a-z]+\/)+[\w.-]+\.(?:ts|tsx|mjs))`/g)
				.filter((path) => /^(packages|bff|bot|cli|db|web|test|scripts)\//.test(path) && !existsSync(join(root, path)))
				.map((path) => `${page}: ${path}`),
		);
	expect(missing).toEqual([]);
});

test('each promise in docs/security.md names its tests', () => {
	const [, promises = ''] = read('security.md').split('\n## Tenants and rights\n');
	const bullets = promises.split(/\n(?=- |## |\n)/).filter((text) => text.startsWith('- '));
	expect(bullets.length).toBeGreaterThan(30);
	expect(bullets.filter((text) => !/\(tests?: \[[^()]+\]\)$/.test(text.trim()))).toEqual([]);
});
