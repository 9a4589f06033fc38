/** One name of a size: a value on a scale. */
export interface SizeName {
	kind: 'one' | 'number' | 'letter' | 'text';
	/** Of letters, the distance from M; of texts, the text. */
	value: number | string;
	/** `US`, `EU`, `JP` (cm) …; `WAIST` and `LENGTH` of trousers. Null if the name has none. */
	system: string | null;
	/** M, W, and those of children: Y (youth), K (kids), C (child), T (toddler). */
	audience: string | null;
	/** Of shoes `2E`, `WIDE`; of clothes `TALL`. */
	width: string | null;
}

function words(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
	return new Map(Object.entries(table).flatMap(([name, all]) => all.split(' ').map((word) => [word, name] as const)));
}

const SYSTEMS = words({
	US: 'us usa',
	UK: 'uk gb',
	EU: 'eu eur',
	// The length of the foot: in Japan in cm, in Korea in mm.
	JP: 'jp jpn cm',
	KR: 'kr kor mm',
	FR: 'fr',
	IT: 'it',
	DE: 'de',
	CN: 'cn chn',
	BR: 'br bra',
	MX: 'mx mex',
	AU: 'au aus',
	CA: 'ca',
});
const AUDIENCES = words({
	M: 'm men mens man male',
	W: 'w women womens woman wmns female ladies',
	Y: 'y youth gs junior juniors bigkid bigkids',
	K: 'k kid kids',
	C: 'c child childs children childrens infant infants baby ps td toddler toddlers littlekid littlekids',
	T: 't',
});
const WIDTHS = words({
	'4A': '4a aaaa',
	'2A': '2a aa',
	A: 'a',
	B: 'b',
	D: 'd',
	E: 'e',
	'2E': '2e ee',
	'3E': '3e eee',
	'4E': '4e eeee',
	'6E': '6e',
	NARROW: 'narrow n',
	REGULAR: 'regular standard medium',
	WIDE: 'wide',
	XW: 'xwide xw',
});
const FITS = words({
	TALL: 'tall t',
	SHORT: 'short',
	PETITE: 'petite p',
	LONG: 'long',
	REGULAR: 'regular',
	PLUS: 'plus',
});
/** Words that say nothing about the size. */
const NOISE = new Set(['size', 'sizes', 'sz', 'asia', 'asian', 'fit']);
const ONE_SIZE =
	/^(?:one ?size|os|o\/s|1 ?size|osfa|osfm|free(?: size)?|tu|taille unique|フリー(?:サイズ)?|均码)(?: fits (?:all|most))?$/;
const FRACTIONS: Readonly<Record<string, string>> = { '½': ' 1/2', '⅓': ' 1/3', '⅔': ' 2/3', '¼': ' 1/4', '¾': ' 3/4' };
/** `W32 L34`, `32x34`, `32W x 34L`, `W 32 / L 34`. */
const TROUSERS = /^(?<w>w ?)?(?<waist>\d\d)(?<w2> ?w)? ?(?<sign>[x×/]?) ?(?<l>l ?)?(?<length>\d\d)(?<l2> ?l)?$/;
/** In inches: `W 28` is a waist, since the sizes of women's shoes end below. */
const MIN_WAIST = 22;
/** The memory of a laptop, which is no British size: `8GB`, `16GB RAM`, `16 GB`. Britain's `8 GB` has a space. */
const MEMORY = /(?<![\d.])(?:[468]|1[28]|24|36|48|96|(?:16|32|64|128|256|512) ?)gb\b/;
/** The largest number that is a size: Korea's are mm. */
const MAX_NUMBER = 400;
/** The smallest number of which `n-5` is a half: shops write `8-5` in addresses, and `4-5` is an age. */
const MIN_DASHED_HALF = 5;
/** Longer texts are no sizes. */
const MAX_LENGTH = 64;

/** The names of a size, in the order of the label. A text that is no size is one name of the kind `text`. */
export function readSize(label: string): readonly SizeName[] {
	const text = normalize(label.slice(0, 2 * MAX_LENGTH));
	if (text.length > MAX_LENGTH) return [nameOf('text', text)];
	if (ONE_SIZE.test(text)) return [nameOf('one', 0)];
	const names =
		trousersOf(text) ?? partsOf(text).map((part) => letterOf(part) ?? numberOf(part) ?? nameOf('text', part));
	return names.some(({ kind }) => kind !== 'text') ? names : [nameOf('text', text)];
}

/** Lower case, one space between words, and numbers with a point: `9½` and `9 1/2` are `9.5`. */
function normalize(label: string): string {
	return label
		.replaceAll(/[½⅓⅔¼¾]/g, (sign) => FRACTIONS[sign] ?? sign)
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/['’`´]/g, '')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.replaceAll(/(\d),(?=\d)/g, '$1.')
		.replaceAll(/\b(\d{1,3})[ -]([123])\/([234])(?!\d)/g, (_, whole, top, bottom) =>
			(Number(whole) + Number(top) / Number(bottom)).toFixed(2),
		)
		.replaceAll(/(?<![\d.])(\d{1,2})-5(?![\d.])/g, (all, whole) =>
			Number(whole) >= MIN_DASHED_HALF ? `${whole}.5` : all,
		)
		.replaceAll(/\b(big|little) kid/g, '$1kid');
}

function nameOf(kind: SizeName['kind'], value: number | string, of: Partial<SizeName> = {}): SizeName {
	return { kind, value, system: null, audience: null, width: null, ...of };
}

function trousersOf(text: string): SizeName[] | null {
	const { w, waist, w2, sign, l, length, l2 } = TROUSERS.exec(text)?.groups ?? {};
	const isNamed = (w ?? w2) !== undefined && (l ?? l2) !== undefined;
	if (waist === undefined || length === undefined || !(isNamed || sign === 'x' || sign === '×')) return null;
	return [nameOf('number', Number(waist), { system: 'WAIST' }), nameOf('number', Number(length), { system: 'LENGTH' })];
}

/** `M 9 / W 10.5`, `UK 6 (EU 40)`, `US 9 - EU 42.5`. One word in brackets belongs to what is before: `9 (D)`. */
function partsOf(text: string): string[] {
	return text
		.replaceAll(/ ?\((\w+)\) ?/g, (all, word: string) =>
			[WIDTHS, AUDIENCES, SYSTEMS].some((known) => known.has(word)) ? ` ${word} ` : all,
		)
		.split(/[/()|;,]| [-–] /)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

/** `XL`, `2xl`, `X-Large`, `youth l`, `XLT`, `L Tall`: one letter size, with words before or after it. */
function letterOf(part: string): SizeName | null {
	const text = part
		.replaceAll(/\bextra[ -]?/g, 'x')
		.replaceAll(/\b(x+|\d{1,2}x)[ -](?=[sml])/g, '$1')
		.replaceAll(/(small|medium|large)\b/g, (word) => word.charAt(0));
	const name = nameOf('letter', '');
	for (const word of text.split(/[ -]+/)) {
		const letter = /^(?<youth>y)?(?:(?<times>\d{1,2})x|(?<x>x*))(?<size>[sml])(?<tall>t)?$/.exec(word)?.groups;
		if (letter || word === '1x') {
			if (name.value !== '') return null;
			const { youth, times, x = '', size, tall } = letter ?? {};
			const far = times === undefined ? x.length : Number(times);
			if (size === 'm' && far > 0) return null;
			// 1X is the smallest plus size, above XL.
			name.value = size === undefined ? 2.5 : size === 'm' ? 0 : size === 's' ? -1 - far : 1 + far;
			name.audience ??= youth === undefined ? null : 'Y';
			name.width ??= tall === undefined ? null : 'TALL';
		} else if (/^[2-9]x$/.test(word) && name.value === '') name.value = 1 + Number(word.charAt(0));
		else if (FITS.has(word) && name.value !== '') name.width ??= FITS.get(word) ?? null;
		else if (word.length > 1 && AUDIENCES.has(word)) name.audience ??= AUDIENCES.get(word) ?? null;
		else if (SYSTEMS.has(word)) name.system ??= SYSTEMS.get(word) ?? null;
		else if (!NOISE.has(word)) return null;
	}
	return name.value === '' ? null : name;
}

/** `9`, `US M 9.5`, `42.67`, `10 2e`, `27.5cm`, `Men's 9`: one number, with words before or after it. */
function numberOf(part: string): SizeName | null {
	if (MEMORY.test(part)) return null;
	// Widths that begin with a digit follow a number.
	const tokens =
		part.match(/(?<=[\d.][ -]?)(?<![\d.])[2346][ae](?!\p{L})|\d+(?:\.\d+)?|\p{L}+|[^\s\p{L}\d.:#-]/gu) ?? [];
	const name = nameOf('number', '');
	for (const token of tokens) {
		if (/^\d+(?:\.\d+)?$/.test(token)) {
			if (name.value !== '') return null;
			name.value = exact(Number(token));
		} else if (SYSTEMS.has(token)) name.system ??= SYSTEMS.get(token) ?? null;
		// After whom the size is for, M and W are widths: `Men's 9 M`.
		else if (name.audience !== null && (token === 'm' || token === 'w'))
			name.width = token === 'm' ? 'REGULAR' : 'WIDE';
		else if (AUDIENCES.has(token)) name.audience ??= AUDIENCES.get(token) ?? null;
		else if (WIDTHS.has(token))
			name.width = token === 'wide' && name.width === 'XW' ? 'XW' : (WIDTHS.get(token) ?? null);
		else if (token === 'x' || token === 'extra') name.width = 'XW';
		else if (!NOISE.has(token)) return null;
	}
	if (name.value === '' || Number(name.value) > MAX_NUMBER) return null;
	const isWaist = name.audience === 'W' && name.system === null && Number(name.value) >= MIN_WAIST;
	return isWaist ? { ...name, system: 'WAIST', audience: null } : name;
}

/** Thirds have many notations: 42.3 and 42.33, 42.6, 42.66, 42.67 and 42.7. */
function exact(value: number): number {
	const whole = Math.floor(value);
	const part = Math.round((value - whole) * 100);
	if ([30, 33].includes(part)) return whole + 1 / 3;
	return [60, 66, 67, 70].includes(part) ? whole + 2 / 3 : value;
}
