import { expect, test } from 'vitest';
import { parseBlocks, parseInline } from './markdown.ts';

test.each([
	['**a**', [{ kind: 'bold', children: ['a'] }]],
	['*a* _b_', [{ kind: 'italic', children: ['a'] }, ' ', { kind: 'italic', children: ['b'] }]],
	['__a__', [{ kind: 'underline', children: ['a'] }]],
	['~~a~~', [{ kind: 'strike', children: ['a'] }]],
	['||a||', [{ kind: 'spoiler', children: ['a'] }]],
	['***a***', [{ kind: 'bold', children: [{ kind: 'italic', children: ['a'] }] }]],
	['`**a**`', [{ kind: 'code', text: '**a**' }]],
	['\\*a\\*', ['*a*']],
	['2 * 3 * 4', ['2 * 3 * 4']],
	['snake_case_name', ['snake_case_name']],
	['**open', ['**open']],
	['<b>x</b>', ['<b>x</b>']],
	['a\nb', ['a\nb']],
])('%j is read as Discord reads it', (text, parts) => {
	expect(parseInline(text)).toEqual(parts);
});

test('addresses become links, others than those of the web never do', () => {
	expect(parseInline('see https://a.example/x, now')).toEqual([
		'see ',
		{ kind: 'link', href: 'https://a.example/x', children: ['https://a.example/x'] },
		', now',
	]);
	expect(parseInline('[shop](https://a.example/x_(1))')).toEqual([
		{ kind: 'link', href: 'https://a.example/x_(1)', children: ['shop'] },
	]);
	for (const text of ['[x](javascript:alert(1))', '[x](data:text/html,y)', '<javascript:x>']) {
		expect(parseInline(text).every((part) => typeof part === 'string')).toBe(true);
	}
});

test('code, quotes, headings and lists stand apart, the text between them keeps its lines', () => {
	expect(parseBlocks('# Big\nfirst\nsecond\n- one\n- two\n> said\n```\n**raw**\n```\nlast')).toEqual([
		{ kind: 'heading', level: 1, children: ['Big'] },
		{ kind: 'text', children: ['first\nsecond'] },
		{ kind: 'list', ordered: false, start: 1, items: [['one'], ['two']] },
		{ kind: 'quote', children: ['said'] },
		{ kind: 'code', text: '**raw**' },
		{ kind: 'text', children: ['last'] },
	]);
	expect(parseBlocks('>>> all\nthe rest')).toEqual([{ kind: 'quote', children: ['all\nthe rest'] }]);
	expect(parseBlocks('')).toEqual([]);
});

test.each([
	'**',
	'*',
	'_',
	'__',
	'`',
	'[',
	'[a](',
	'||',
	'~~',
	'\\',
	'```',
	'> ',
	'- ',
	'*a ',
	'https://',
	'* *',
	'**_',
])('a description of nothing but %j is read at once', (mark) => {
	const text = mark.repeat(Math.ceil(4096 / mark.length)).slice(0, 4096);
	const begun = performance.now();
	parseBlocks(text);
	expect(performance.now() - begun).toBeLessThan(250);
});
