import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test('every script and style sheet that the page loads is served, the parser as JavaScript', async () => {
	const pending = ['/'];
	const served = new Map<string, string>();
	for (let path = pending.shift(); path !== undefined; path = pending.shift()) {
		const response = await fetch(new URL(path, sandbox.origin));
		expect([path, response.status]).toEqual([path, 200]);
		const text = await response.text();
		served.set(path, text);
		for (const [, linked = ''] of text.matchAll(/(?:src="|href="|from '\.)(\/[\w.]+)/g))
			if (!served.has(linked)) pending.push(linked);
	}
	expect([...served.keys()].toSorted()).toEqual([
		'/',
		'/discordMarkdown.js',
		'/messages.css',
		'/messages.js',
		'/page.css',
		'/page.js',
		'/products.js',
		'/slash.js',
	]);
	const script = `data:text/javascript,${encodeURIComponent(served.get('/discordMarkdown.js') ?? '')}`;
	const parser = (await import(/* @vite-ignore */ script)) as { parseDiscordInline(text: string): unknown };
	expect(parser.parseDiscordInline('**a**')).toEqual([{ kind: 'bold', children: ['a'] }]);
});
