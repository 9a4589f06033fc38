/** What a pattern can contain. */
const PLACEHOLDERS = ['sku', 'view', 'source', 'n'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

export const DEFAULT_PATTERN = '{sku}_{view}_{n}';
/** `{sku}, {view}, …` */
export const PLACEHOLDER_LIST = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
/** File systems allow 255 bytes, of which a SKU takes at most 64. */
const MAX_NAME = 100;
/** Characters that Windows, and in part other systems, do not allow in a file name. */
// oxlint-disable-next-line no-control-regex -- Control characters are what it finds.
const INVALID = /[\\/:*?"<>|\u0000-\u001F]/g;

/** What the name of a picture's file is made of. */
export interface Named {
	sku: string;
	view: string;
	source: string;
}

/** Why a text is no file name; null if it is, or if it is empty. */
export function fileProblem(name: string): string | null {
	const invalid = [...new Set(name.match(INVALID) ?? [])];
	if (invalid.length > 0) {
		const list = invalid.map((char) => (char < ' ' ? 'a line break or tab' : char)).join(' ');
		return `A file name cannot contain ${list}`;
	}
	return name.length > MAX_NAME ? `At most ${MAX_NAME} characters; these are ${name.length}.` : null;
}

/** Why a pattern makes no file names; null if it does. */
export function patternProblem(pattern: string): string | null {
	const problem = fileProblem(pattern);
	if (problem) return problem;
	const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].find(
		([, name]) => !PLACEHOLDERS.includes(name as Placeholder),
	);
	return unknown ? `${unknown[0]} is unknown. Use ${PLACEHOLDER_LIST}.` : null;
}

/**
 * The names of files without extension, in the order of the pictures; `{n}` counts the pictures of each SKU. A pattern without a
 * view or number gets `_{n}`, and a name that occurs twice `_2`.
 * @param folders whether each SKU has a folder of its own
 */
export function fileNames(pattern: string, pictures: readonly Named[], folders: boolean): string[] {
	const full = /\{(view|n)\}/.test(pattern) ? pattern : `${pattern}_{n}`;
	const counts = new Map<string, number>();
	const taken = new Set<string>();
	return pictures.map((picture) => {
		const n = (counts.get(picture.sku) ?? 0) + 1;
		counts.set(picture.sku, n);
		const folder = folders ? `${clean(picture.sku)}/` : '';
		const name = folder + filled(full, { ...picture, n: String(n) });
		let unique = name;
		// File systems that ignore case would overwrite the first one.
		for (let copy = 2; taken.has(unique.toLowerCase()); copy++) unique = `${name}_${copy}`;
		taken.add(unique.toLowerCase());
		return unique;
	});
}

function filled(pattern: string, values: Record<Placeholder, string>): string {
	return pattern.replaceAll(/\{(sku|view|source|n)\}/g, (_, name: Placeholder) => clean(values[name]));
}

function clean(text: string): string {
	return text.replaceAll(INVALID, '-').replaceAll(' ', '-');
}
