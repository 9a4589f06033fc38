/**
 * Discord's markdown as data, for the announcement preview and the sandbox's Discord. The caller renders the nodes, so
 * that no text ever becomes markup. The sandbox's page loads this file without a bundler: it must not import anything.
 * Published parsers (discord-markdown-parser, @odiffey/discord-markdown) overflow the stack or take seconds on 4,096
 * characters of marks.
 */

type Format = 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler';

/** Part of a line: plain text, or a formatted part. */
export type DiscordInline =
	| string
	| { kind: Format; children: DiscordInline[] }
	| { kind: 'code'; text: string }
	| { kind: 'link'; href: string; children: DiscordInline[] }
	| { kind: 'mention'; of: 'channel' | 'user' | 'role'; id: string }
	| { kind: 'time'; seconds: number; style: DiscordTimeStyle };

export type DiscordBlock =
	| { kind: 'text' | 'quote' | 'small'; children: DiscordInline[] }
	| { kind: 'heading'; level: 1 | 2 | 3; children: DiscordInline[] }
	| { kind: 'list'; ordered: boolean; start: number; items: DiscordInline[][] }
	| { kind: 'code'; text: string };

/** How Discord formats a timestamp: `R` is relative, the others are dates and times. */
export type DiscordTimeStyle = 't' | 'T' | 'd' | 'D' | 'f' | 'F' | 'R';

/** The deepest nesting of formats: bounds the time for a text that consists of marks only. */
const MAX_DEPTH = 6;

type ParseInside = (text: string) => DiscordInline[];
type Rule = [pattern: RegExp, make: (match: RegExpExecArray, inside: ParseInside) => DiscordInline];
const MENTIONS = { '#': 'channel', '@': 'user', '@&': 'role' } as const;
/** Discord's marks in the order in which they are tried at a position (Discord's help: "Markdown Text 101"). */
const RULES: readonly Rule[] = [
	[/\\([^\sA-Za-z0-9])/y, ([, char = '']) => char],
	[/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, ([, , text = '']) => ({ kind: 'code', text: text.trim() || text })],
	[/<(https?:\/\/[^\s<>]+)>/y, ([, href = '']) => ({ kind: 'link', href, children: [href] })],
	[
		/<(#|@&?)!?(\d{1,20})>/y,
		([, sigil = '#', id = '']) => ({ kind: 'mention', of: MENTIONS[sigil as keyof typeof MENTIONS], id }),
	],
	// The name of a command, which Discord shows as a link.
	[/<(\/[-\w\p{L}\p{N} ]{1,100}):\d{1,20}>/uy, ([, text = '']) => ({ kind: 'code', text })],
	[
		/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y,
		([, seconds, style = 'f']) => ({ kind: 'time', seconds: Number(seconds), style: style as DiscordTimeStyle }),
	],
	[
		/\[([^\]\n]+)\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))+)\)/y,
		([, text = '', href = ''], inside) => ({ kind: 'link', href, children: inside(text) }),
	],
	[/https?:\/\/[^\s<]*[^\s<.,:;"')\]*_~|]/y, ([href]) => ({ kind: 'link', href, children: [href] })],
	[/\*\*([\s\S]+?)\*\*(?!\*)/y, format('bold')],
	[/__([\s\S]+?)__(?!_)/y, format('underline')],
	[/\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, format('italic')],
	[/_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, format('italic')],
	[/~~([\s\S]+?)~~/y, format('strike')],
	[/\|\|([\s\S]+?)\|\|/y, format('spoiler')],
];

function format(kind: Format): Rule[1] {
	return ([, text = ''], inside) => ({ kind, children: inside(text) });
}

/** Parses text without headings, lists and quotes, such as an embed's title. Text that is no mark stays as it is. */
export function parseDiscordInline(text: string, depth = 0): DiscordInline[] {
	if (depth > MAX_DEPTH) return [text];
	const inside = (part: string) => parseDiscordInline(part, depth + 1);
	const parts: DiscordInline[] = [];
	let plain = '';
	const flush = () => {
		if (plain) parts.push(plain);
		plain = '';
	};
	for (let at = 0; at < text.length;) {
		const found = ruleAt(text, at);
		if (!found) {
			plain += text[at++];
			continue;
		}
		const [match, make] = found;
		const part = make(match, inside);
		if (typeof part === 'string') plain += part;
		else {
			flush();
			parts.push(part);
		}
		at += match[0].length;
	}
	flush();
	return parts;
}

function ruleAt(text: string, at: number): [RegExpExecArray, Rule[1]] | null {
	const [before = '', char = '', after] = [text[at - 1], text[at], text[at + 1]];
	// An underscore inside a word is no mark, and code starts at the first backtick of a run only.
	if (char === '_' && after !== '_' && /\w/.test(before)) return null;
	if (!/[\\`<[h*_~|]/.test(char) || (char === '`' && before === '`')) return null;
	for (const [pattern, make] of RULES) {
		pattern.lastIndex = at;
		const match = pattern.exec(text);
		if (match) return [match, make];
	}
	return null;
}

/** Parses a message or an embed's description: code blocks, quotes, headings and lists, and the text between them. */
export function parseDiscordBlocks(text: string): DiscordBlock[] {
	const blocks: DiscordBlock[] = [];
	let from = 0;
	for (const fence of text.matchAll(/```(?:[\w+-]*\n)?([\s\S]*?[^\n`])\n*```\n?/g)) {
		blocks.push(...parseLines(text.slice(from, fence.index)), { kind: 'code', text: fence[1] ?? '' });
		from = fence.index + fence[0].length;
	}
	return [...blocks, ...parseLines(text.slice(from))];
}

function parseLines(text: string): DiscordBlock[] {
	const blocks: DiscordBlock[] = [];
	const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
	/** The lines from here on that have the mark, without it. */
	const take = (at: number, mark: RegExp) => {
		const rest = lines.slice(at);
		const end = rest.findIndex((line) => !mark.test(line));
		return (end === -1 ? rest : rest.slice(0, end)).map((line) => line.replace(mark, ''));
	};
	for (let at = 0; at < lines.length;) {
		const line = lines[at] ?? '';
		const heading = /^(#{1,3}) +(.+)/.exec(line);
		const small = /^-# +(.+)/.exec(line);
		const list = /^ *(?:[-*]|(\d{1,9})\.) +\S/.exec(line);
		if (line.startsWith('>>> ')) {
			blocks.push({ kind: 'quote', children: parseDiscordInline([line.slice(4), ...lines.slice(at + 1)].join('\n')) });
			return blocks;
		}
		if (line.startsWith('> ')) {
			const quoted = take(at, /^> /);
			blocks.push({ kind: 'quote', children: parseDiscordInline(quoted.join('\n')) });
			at += quoted.length;
		} else if (heading) {
			const level = heading[1]?.length as 1 | 2 | 3;
			blocks.push({ kind: 'heading', level, children: parseDiscordInline(heading[2] ?? '') });
			at++;
		} else if (small) {
			blocks.push({ kind: 'small', children: parseDiscordInline(small[1] ?? '') });
			at++;
		} else if (list) {
			const items = take(at, list[1] ? /^ *\d{1,9}\. +(?=\S)/ : /^ *[-*] +(?=\S)/);
			blocks.push({
				kind: 'list',
				ordered: list[1] !== undefined,
				start: Number(list[1] ?? 1),
				items: items.map((item) => parseDiscordInline(item)),
			});
			at += items.length;
		} else {
			const plain = take(at, /^(?!> |>>> |#{1,3} +.|-# +.| *(?:[-*]|\d{1,9}\.) +\S)/);
			blocks.push({ kind: 'text', children: parseDiscordInline(plain.join('\n')) });
			at += plain.length;
		}
	}
	return blocks;
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
	['year', 31_557_600_000],
	['month', 2_629_800_000],
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', 60_000],
];
const STYLES: Readonly<Record<Exclude<DiscordTimeStyle, 'R'>, Intl.DateTimeFormatOptions>> = {
	t: { timeStyle: 'short' },
	T: { timeStyle: 'medium' },
	d: { dateStyle: 'short' },
	D: { dateStyle: 'long' },
	f: { dateStyle: 'long', timeStyle: 'short' },
	F: { dateStyle: 'full', timeStyle: 'short' },
};

/**
 * A timestamp as Discord shows it to an English reader: `in 3 days`, `2 hours ago`, or a date and time.
 * @param now epoch ms
 */
export function discordTime(seconds: number, style: DiscordTimeStyle, now = Date.now()): string {
	const at = seconds * 1000;
	// The range of a JavaScript date; Discord shows such a timestamp as it was written, too.
	if (Math.abs(at) > 8.64e15) return `<t:${seconds}:${style}>`;
	if (style !== 'R') return new Intl.DateTimeFormat('en', STYLES[style]).format(at);
	const [unit, size] = UNITS.find(([, ms]) => Math.abs(at - now) >= ms) ?? ['second', 1000];
	return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round((at - now) / size), unit);
}
