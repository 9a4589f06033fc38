import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('each promise in docs/security.md names its tests', () => {
	const [, promises = ''] = read('security.md').split('\n## Tenants and rights\n');
	const bullets = promises.split(/\n(?=- |## |\n)/).filter((text) => text.startsWith('- '));
	expect(bullets.length).toBeGreaterThan(30);
	expect(bullets.filter((text) => !/\(tests?: \[[^()]+\]\)$/.test(text.trim()))).toEqual([]);
});
