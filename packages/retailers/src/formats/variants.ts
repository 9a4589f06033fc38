import { readSize } from '@dropwire/domain';
import type { ShopSize } from './reading.ts';

/** A choice that a shop offers for a product: `Size`, `10`. */
export interface Option {
	name: string;
	value: string;
}

/** A combination of options that can be ordered. */
export interface Variant {
	options: readonly Option[];
	/** The link names this variant, or its colour. */
	chosen?: boolean;
}

/** What shops call the option that is the size, or the age of the child that it fits. */
const SIZE = new Set(
	(
		'size sizes sizing eu eur uk us taille tailles pointure pointures größe größen grösse grössen groesse groessen ' +
		'schuhgröße schuhgrößen schuhgrösse kleidergröße kleidergrößen ringgröße ringgrößen talla tallas tamaño tamaños ' +
		'tamanho tamanhos numeração taglia taglie misura misure maat maten schoenmaat schoenmaten kledingmaat storlek ' +
		'storlekar skostorlek størrelse størrelser skostørrelse str stærð koko koot kengänkoko rozmiar rozmiary velikost ' +
		'velikosti veľkosť veľkosti veličina méret méretek cipőméret mărime mărimi mărimea marime beden numara dydis izmērs ' +
		'suurus размер размеры розмір розміри μέγεθος μεγέθη νούμερο المقاس مقاس الحجم מידה サイズ 사이즈 치수 尺码 尺碼 尺寸 ' +
		'鞋码 鞋碼 ขนาด ไซส์ ไซซ์ cỡ thước ukuran saiz waist inseam length width kids ' +
		'age ages years months âge âges alter edad edades età leeftijd idade idades ålder alder aldur ikä wiek věk vek kor ' +
		'életkor vârstă vârsta starost yaş amžius vecums vanus возраст вік ηλικία العمر גיל 年齢 年龄 年齡 나이 연령 อายุ tuổi umur usia'
	).split(' '),
);
/** What follows a number that is an age. Not `to`, which is also French for terabytes. */
const AGE_UNIT =
	'(?:[mty]|yrs?|years?|mos?|mths?|months?|ans?|mois|años?|mes(?:es)?|ann[io]|mes[ei]|jahre?|monate?|jaar|maand(?:en)?|anos?|' +
	'mês|år|mån(?:ader)?|mdr|måneder|vuotta|kk|rok[yu]?|let|lat|měsíců|miesięcy|éves|hónap(?:os)?|ani|luni|yaş|ay|лет|года?|' +
	'мес|месяцев|років|місяців|ετών|μηνών|שנים|سنوات|歳|才|[ヶか]月|[岁歲]|[个個]月|세|개월|tuổi|tháng|ปี|เดือน|tahun|bulan)';
/** The age of a child: `2 ans`, `12-18 months`, `2Y/3Y`. */
const AGE = new RegExp(`^\\d{1,2}(?: ?${AGE_UNIT}? ?(?:[-–/]|to|à|a|bis|tot) ?\\d{1,2})? ?${AGE_UNIT}\\.?$`, 'iu');
/** What shops call the option that is the colour. */
const COLOUR = new Set(
	(
		'color colour colors colours colorway shade farbe farben couleur couleurs colore colori colores tono cor cores kleur ' +
		'kleuren färg farve farge litur väri kolor barva farba boja szín culoare renk spalva krāsa värv цвет цвят колір ' +
		'χρώμα اللون لون צבע カラー 色 색상 컬러 颜色 顏色 สี màu warna'
	).split(' '),
);
/** What Shopify calls the only option of a product without options. */
const NO_NAME = /^(?:title)?$/i;
/** What Shopify calls the only variant of a product without options. */
const NO_OPTION = /^default( title)?$/i;

const isNamed = ({ name }: Option, words: ReadonlySet<string>) =>
	name
		.normalize('NFC')
		.toLowerCase()
		.split(/[^\p{L}\p{M}]+/u)
		.some((word) => words.has(word));
/**
 * The names of the options that are the size. Where none is called that, it is the only option, unless that is a colour:
 * beside others, numbers can be chips, memory or years of warranty.
 */
function sizeNames(variants: readonly Variant[]): ReadonlySet<string> {
	const options = variants.flatMap((variant) => variant.options);
	const named = options.filter((option) => isNamed(option, SIZE));
	if (named.length > 0) return new Set(named.map(({ name }) => name));
	if (variants.some((variant) => variant.options.length > 1)) return new Set();
	return new Set(options.flatMap((option) => (isNamed(option, COLOUR) ? [] : option.name)));
}

/**
 * The variants of the requested colour. Colours are other products: if the link names none of several, `several` is true
 * and all variants are returned.
 */
export function requestedColour<T extends Variant>(all: readonly T[]): { variants: readonly T[]; several: boolean } {
	const sizes = sizeNames(all);
	const others = ({ options }: Variant) => {
		return options.flatMap(({ name, value }) => (sizes.has(name) ? [] : `${name}=${value}`)).join('\n');
	};
	const colours = new Set(all.map(others));
	if (colours.size < 2) return { variants: all, several: false };
	const [chosen, ...more] = new Set(all.filter((variant) => variant.chosen).map(others));
	if (chosen === undefined || more.length > 0) return { variants: all, several: true };
	return { variants: all.filter((variant) => others(variant) === chosen), several: false };
}

/**
 * The same where the link names a variant by its ID. Those that only differ in another way than in size, such as in their
 * storage, are then other products, too.
 */
export function requestedVariants<T extends Variant>(all: readonly T[]): { variants: readonly T[]; several: boolean } {
	if (!areModels(all)) return requestedColour(all);
	const chosen = all.filter((variant) => variant.chosen);
	return chosen.length > 0 ? { variants: chosen, several: false } : { variants: all, several: all.length > 1 };
}

/** Whether the only option has a name that is neither a size nor a colour, and no value that is a size. */
function areModels(variants: readonly Variant[]): boolean {
	const isModel = (option: Option) => !NO_NAME.test(option.name) && !isNamed(option, SIZE) && !isNamed(option, COLOUR);
	return (
		variants.every(({ options: [only, ...more] }) => only !== undefined && more.length === 0 && isModel(only)) &&
		!variants.some(({ options }) => options.some(({ value }) => isSizeValue(value)))
	);
}

/** Whether a property with this name is the size. */
export function isSizeName(name: string): boolean {
	return isNamed({ name, value: '' }, SIZE);
}

/** Whether a choice that is not called a size is one. `8 GB` is then memory, not the British size. */
export function isSizeValue(value: string): boolean {
	const isAge = AGE.test(value.normalize('NFKC').trim());
	return isAge || readSize(value.replaceAll(/(?<=\d) (?=gb\b)/gi, '')).some(({ kind }) => kind !== 'text');
}

/** The colour that all variants have; null without one. */
export function colourOf(variants: readonly Variant[]): string | null {
	const named = variants.map(({ options }) => options.find((option) => isNamed(option, COLOUR))?.value.trim());
	const [colour, ...more] = new Set(named);
	return more.length === 0 && colour ? colour : null;
}

/** A variant's size label, or all its options if there are several colours; null for a product without sizes. */
function sizeLabel({ options }: Variant, several: boolean, sizes: ReadonlySet<string>): string | null {
	const named = options.filter(({ name, value }) => !NO_OPTION.test(value.trim()) && (several || sizes.has(name)));
	return named.map(({ value }) => value.trim()).join(' / ') || null;
}

/** What a variant says about its size. Links and IDs that are missing are left out. */
interface SizeFacts extends Pick<ShopSize, 'available'> {
	state?: ShopSize['state'] | undefined;
	count?: number | null;
	variantId?: string | null | undefined;
	url?: string | null | undefined;
}

/** The sizes among the variants of `requestedColour`. */
export function sizesAmong<T extends Variant>(
	variants: readonly T[],
	several: boolean,
	factsOf: (variant: T) => SizeFacts,
): ShopSize[] {
	const names = sizeNames(variants);
	return variants.flatMap((variant) => {
		const size = sizeLabel(variant, several, names);
		if (size === null) return [];
		const { available, state, count = null, variantId, url } = factsOf(variant);
		const stock = { available, ...(state && { state }), level: null, count };
		return [{ size, ...stock, ...(variantId && { variantId }), ...(url && { url }) }];
	});
}
