import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a generator cannot do; the message is one line for the person who called it. */
export class CannotGenerate extends Error {}

/** The forms of a name in which the code writes it: `Jack Wolfskin`. */
export interface Names {
	/** `Jack Wolfskin` */
	title: string;
	/** `jackWolfskin` */
	camel: string;
	/** `JackWolfskin` */
	pascal: string;
	/** `JACKWOLFSKIN` */
	id: string;
	/** `JACK_WOLFSKIN` */
	constant: string;
	/** `jack_wolfskin` */
	snake: string;
	/** `jack-wolfskin` */
	kebab: string;
	/** `jackwolfskin` */
	lower: string;
}

/** @throws CannotGenerate unless the name consists of words of letters and digits */
export function namesOf(name: string): Names {
	const words = name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[\s_-]+/)
		.filter(Boolean);
	if (words.length === 0 || !/^[a-z]/i.test(words[0]!) || words.some((word) => !/^[a-z\d]+$/i.test(word)))
		throw new CannotGenerate(`"${name}" is no name: give words of letters and digits, such as "Jack Wolfskin"`);
	const lower = words.map((word) => word.toLowerCase());
	const capital = lower.map((word) => word[0]!.toUpperCase() + word.slice(1));
	return {
		title: name === name.toLowerCase() ? capital.join(' ') : words.join(' '),
		camel: lower[0]! + capital.slice(1).join(''),
		pascal: capital.join(''),
		id: lower.join('').toUpperCase(),
		constant: lower.join('_').toUpperCase(),
		snake: lower.join('_'),
		kebab: lower.join('-'),
		lower: lower.join(''),
	};
}

/** The text of a template, in which `{{camel}}` becomes that form of the name. */
export function fill(template: string, names: Names): string {
	return readFileSync(join(import.meta.dirname, `templates/${template}.txt`), 'utf8').replaceAll(
		/\{\{(\w+)\}\}/g,
		(_, form: keyof Names) => names[form],
	);
}

/** Collects the changes of a generator, and writes all of them or none. */
export class Changes {
	readonly #root: string;
	readonly #texts = new Map<string, string>();

	constructor(root: string) {
		this.#root = root;
	}

	/** The files that are new or changed, by their paths from the root. */
	get files(): string[] {
		return [...this.#texts.keys()];
	}

	read(path: string): string {
		return this.#texts.get(path) ?? readFileSync(join(this.#root, path), 'utf8');
	}

	/** @throws CannotGenerate when the file exists */
	create(path: string, text: string): void {
		if (existsSync(join(this.#root, path))) throw new CannotGenerate(`${path} exists already`);
		this.#texts.set(path, text);
	}

	/**
	 * Inserts text before or after the only match of a pattern.
	 * @throws CannotGenerate when the file has no such place, or several
	 */
	insert(path: string, place: { before: RegExp } | { after: RegExp }, text: string): void {
		const [pattern, isBefore] = 'before' in place ? [place.before, true] : [place.after, false];
		const old = this.read(path);
		const [match, ...more] = [...old.matchAll(new RegExp(pattern, 'gm'))];
		if (!match || more.length > 0) throw new CannotGenerate(`${path} has no single place that matches ${pattern}`);
		const at = match.index + (isBefore ? 0 : match[0].length);
		this.#texts.set(path, old.slice(0, at) + text + old.slice(at));
	}

	/** Inserts a line into the block of lines that match a pattern, so that the block stays sorted. */
	insertSorted(path: string, block: RegExp, line: string): void {
		const lines = this.read(path).split('\n');
		const own = lines.flatMap((one, n) => (block.test(one) ? [n] : []));
		if (own.length === 0) throw new CannotGenerate(`${path} has no line that matches ${block}`);
		const next = own.find((n) => lines[n]!.toLowerCase() > line.toLowerCase()) ?? own.at(-1)! + 1;
		lines.splice(next, 0, line);
		this.#texts.set(path, lines.join('\n'));
	}

	write(): void {
		for (const [path, text] of this.#texts) {
			mkdirSync(dirname(join(this.#root, path)), { recursive: true });
			writeFileSync(join(this.#root, path), text);
		}
	}
}

/** @throws CannotGenerate unless the contract has calls of this name */
export function mustHaveCall(changes: Changes, { camel, title }: Names): void {
	if (!changes.read('packages/contract/src/index.ts').includes(`...${camel}Calls,`))
		throw new CannotGenerate(`There is no call ${camel}. Write it first: npm run new -- call "${title}"`);
}
