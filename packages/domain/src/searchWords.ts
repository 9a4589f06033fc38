import { clipText } from './clipText.ts';

/** Accents and other marks on a letter. */
const MARKS = /\p{M}+/gu;
/** Letters that Unicode does not take apart, as people without the key write them. */
const LETTERS: Readonly<Record<string, string>> = {
	ß: 'ss',
	ł: 'l',
	ø: 'o',
	æ: 'ae',
	œ: 'oe',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	ı: 'i',
	ς: 'σ',
};
const FOLDED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Inside a word: `Levi's` is one word. */
const APOSTROPHES = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
/** Scripts that put no spaces between words. */
const SPACELESS =
	'\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const RUNS = new RegExp(`(?:(?=[${SPACELESS}])[\\p{L}\\p{N}])+|(?:(?![${SPACELESS}])[\\p{L}\\p{N}])+`, 'gu');
const IS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u');

/** Characters of a word, and words of one product, as the columns take them; the others are cut. */
const WORD_LENGTH = 32;
const MAX_WORDS = 60;
/** What a stored word is a word of. The order is that of a search: words of the title and the SKU, then the colour's. */
const [TITLE, COLOUR] = ['1', '2'];

/**
 * Text as searches compare it: compatibility forms (NFKD) without marks, in lower case. `Ærø Straße` becomes `aero strasse`.
 */
export function foldText(text: string): string {
	const bare = text.normalize('NFKD').replace(MARKS, '').toLowerCase();
	// Composed again: NFKD takes Korean syllables apart.
	return bare.replace(FOLDED, (letter) => LETTERS[letter] ?? letter).normalize('NFC');
}

/** A SKU as searches compare it: only its letters and digits, so that a hyphen makes no difference. */
export function foldSku(sku: string): string {
	return foldText(sku).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The words that a search looks for, each once: each must begin a word of the product. None in text without letters and digits. */
export function wantedWords(text: string): string[] {
	return [...new Set(wordsIn(text, false))];
}

/**
 * The words by which a product is found, each with what it is a word of, sorted and separated by spaces; both ends are
 * spaces, so that a substring search finds the beginnings of words (`wordBeginnings`). At most 60 words.
 */
export function productWords({ title, color, sku }: { title: string; color: string | null; sku: string }): string {
	// The first part of a SKU is a beginning of the whole.
	const [, ...parts] = wordsIn(sku, true);
	const words = new Set([
		skuWord(sku),
		...[...parts, ...wordsIn(title, true)].map(titleWord),
		...wordsIn(color ?? '', true).map((word) => COLOUR + word),
	]);
	return ` ${[...words].slice(0, MAX_WORDS).sort().join(' ')} `;
}

/** The stored words of `productWords`, one by one. */
export function splitWords(words: string): string[] {
	return words.split(' ').filter(Boolean);
}

/** With what stored words begin that a wanted word finds, in the order of a search. */
export function wordBeginnings(wanted: string): readonly string[] {
	return [TITLE + wanted, COLOUR + wanted];
}

/** A wanted word as it is stored of a title. */
export function titleWord(wanted: string): string {
	return TITLE + wanted;
}

/** The word that is stored of a whole SKU. */
export function skuWord(sku: string): string {
	return TITLE + clipText(foldSku(sku), WORD_LENGTH);
}

/** @param isStored adds the last character of a run without spaces, with which a search for one character can end */
function wordsIn(text: string, isStored: boolean): string[] {
	const words: string[] = [];
	for (const [run] of foldText(text).replace(APOSTROPHES, '').matchAll(RUNS)) {
		if (IS_SPACELESS.test(run)) {
			const characters = Array.from(run);
			const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
			words.push(...pairs);
			if (isStored || pairs.length === 0) words.push(characters.at(-1) as string);
		} else words.push(clipText(run, WORD_LENGTH));
	}
	return words;
}
