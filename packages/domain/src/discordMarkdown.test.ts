import { expect, test } from 'vitest';
import { discordTime, parseDiscordBlocks, parseDiscordInline } from './discordMarkdown.ts';

const mention = (of: string, id: string) => ({ kind: 'mention', of, id });

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
	[
		'<#12> <@34> <@!56> <@&78>',
		[mention('channel', '12'), ' ', mention('user', '34'), ' ', mention('user', '56'), ' ', mention('role', '78')],
	],
	['<t:60:R> <t:60>', [{ kind: 'time', seconds: 60, style: 'R' }, ' ', { kind: 'time', seconds: 60, style: 'f' }]],
	['<t:soon>', ['<t:soon>']],
	['</verknüpfen:123> links', [{ kind: 'code', text: '/verknüpfen' }, ' links']],
])('%j is parsed as Discord parses it', (text, parts) => {
	expect(parseDiscordInline(text)).toEqual(parts);
});

test('only http(s) URLs become links', () => {
	expect(parseDiscordInline('see https://a.example/x, now')).toEqual([
		'see ',
		{ kind: 'link', href: 'https://a.example/x', children: ['https://a.example/x'] },
		', now',
	]);
	expect(parseDiscordInline('[shop](https://a.example/x_(1))')).toEqual([
		{ kind: 'link', href: 'https://a.example/x_(1)', children: ['shop'] },
	]);
	for (const text of ['[x](javascript:alert(1))', '[x](data:text/html,y)', '<javascript:x>']) {
		expect(parseDiscordInline(text).every((part) => typeof part === 'string')).toBe(true);
	}
});

test('code, quotes, headings and lists are blocks', () => {
	expect(parseDiscordBlocks('# Big\nfirst\nsecond\n- one\n- two\n> said\n```\n**raw**\n```\nlast')).toEqual([
		{ kind: 'heading', level: 1, children: ['Big'] },
		{ kind: 'text', children: ['first\nsecond'] },
		{ kind: 'list', ordered: false, start: 1, items: [['one'], ['two']] },
		{ kind: 'quote', children: ['said'] },
		{ kind: 'code', text: '**raw**' },
		{ kind: 'text', children: ['last'] },
	]);
	expect(parseDiscordBlocks('>>> all\nthe rest')).toEqual([{ kind: 'quote', children: ['all\nthe rest'] }]);
	expect(parseDiscordBlocks('')).toEqual([]);
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
])('a description of %j only is parsed in linear time', (mark) => {
	const text = mark.repeat(Math.ceil(4096 / mark.length)).slice(0, 4096);
	const start = process.cpuUsage();
	parseDiscordBlocks(text);
	// Takes milliseconds; catastrophic backtracking would take minutes, also on a fast machine.
	expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});

test('a timestamp is shown relative to now, or as a date and time', () => {
	const now = Date.UTC(2026, 0, 15, 12);
	const at = (ms: number) => (now + ms) / 1000;
	expect(discordTime(at(3 * 86_400_000), 'R', now)).toBe('in 3 days');
	expect(discordTime(at(-7_200_000), 'R', now)).toBe('2 hours ago');
	expect(discordTime(at(-86_400_000), 'R', now)).toBe('yesterday');
	expect(discordTime(at(0), 'D', now)).toBe('January 15, 2026');
	expect(discordTime(9_999_999_999_999, 'f', now)).toBe('<t:9999999999999:f>');
});
