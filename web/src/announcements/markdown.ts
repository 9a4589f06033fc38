/** A piece of a line: text, or text in a format. */
export type Inline =
	| string
	| { kind: 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler'; children: Inline[] }
	| { kind: 'code'; text: string }
	| { kind: 'link'; href: string; children: Inline[] };

export type Block =
	| { kind: 'text' | 'quote' | 'small'; children: Inline[] }
	| { kind: 'heading'; level: 1 | 2 | 3; children: Inline[] }
	| { kind: 'list'; ordered: boolean; start: number; items: Inline[][] }
	| { kind: 'code'; text: string };

/** Formats within formats, at most: a text of nothing but marks must not take for ever. */
const DEEPEST = 6;

type Rule = [pattern: RegExp, make: (match: RegExpExecArray, inside: (text: string) => Inline[]) => Inline];
/** Discord's marks, in the order in which they are tried at a place (its help: "Markdown Text 101"). */
const RULES: readonly Rule[] = [
	[/\\([^\sA-Za-z0-9])/y, ([, char = '']) => char],
	[/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, ([, , text = '']) => ({ kind: 'code', text: text.trim() || text })],
	[/<(https?:\/\/[^\s<>]+)>/y, ([, href = '']) => ({ kind: 'link', href, children: [href] })],
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

function format(kind: Exclude<Inline, string>['kind'] & ('bold' | 'italic' | 'underline' | 'strike' | 'spoiler')) {
	return ([, text = '']: RegExpExecArray, inside: (text: string) => Inline[]): Inline => ({
		kind,
		children: inside(text),
	});
}

/** A line or several, by Discord's marks; what is no mark is text. */
export function parseInline(text: string, depth = 0): Inline[] {
	if (depth > DEEPEST) return [text];
	const inside = (part: string) => parseInline(part, depth + 1);
	const parts: Inline[] = [];
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
	// A word's own underscore is no mark.
	const inWord = text[at] === '_' && text[at + 1] !== '_' && /\w/.test(text[at - 1] ?? '');
	if (inWord || !/[\\`<[h*_~|]/.test(text[at] ?? '')) return null;
	for (const [pattern, make] of RULES) {
		pattern.lastIndex = at;
		const match = pattern.exec(text);
		if (match) return [match, make];
	}
	return null;
}

/** An embed's description as Discord shows it: code, quotes, headings and lists, and text between them. */
export function parseBlocks(text: string): Block[] {
	const blocks: Block[] = [];
	let from = 0;
	for (const fence of text.matchAll(/```(?:[\w+-]*\n)?([\s\S]*?[^\n`])\n*```\n?/g)) {
		blocks.push(...parseLines(text.slice(from, fence.index)), { kind: 'code', text: fence[1] ?? '' });
		from = fence.index + fence[0].length;
	}
	return [...blocks, ...parseLines(text.slice(from))];
}

function parseLines(text: string): Block[] {
	const blocks: Block[] = [];
	const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
	/** The lines from here on that fit, without their mark. */
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
			blocks.push({ kind: 'quote', children: parseInline([line.slice(4), ...lines.slice(at + 1)].join('\n')) });
			return blocks;
		}
		if (line.startsWith('> ')) {
			const quoted = take(at, /^> /);
			blocks.push({ kind: 'quote', children: parseInline(quoted.join('\n')) });
			at += quoted.length;
		} else if (heading) {
			const level = heading[1]?.length as 1 | 2 | 3;
			blocks.push({ kind: 'heading', level, children: parseInline(heading[2] ?? '') });
			at++;
		} else if (small) {
			blocks.push({ kind: 'small', children: parseInline(small[1] ?? '') });
			at++;
		} else if (list) {
			const items = take(at, list[1] ? /^ *\d{1,9}\. +(?=\S)/ : /^ *[-*] +(?=\S)/);
			const start = Number(list[1] ?? 1);
			blocks.push({
				kind: 'list',
				ordered: list[1] !== undefined,
				start,
				items: items.map((item) => parseInline(item)),
			});
			at += items.length;
		} else {
			const plain = take(at, /^(?!> |>>> |#{1,3} +.|-# +.| *(?:[-*]|\d{1,9}\.) +\S)/);
			blocks.push({ kind: 'text', children: parseInline(plain.join('\n')) });
			at += plain.length;
		}
	}
	return blocks;
}
