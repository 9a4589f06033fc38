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

/** What shops call the option that is the size. */
const SIZE = new Set(
	(
		'size sizes sizing eu eur uk us taille pointure größe grösse groesse schuhgröße schuhgrösse kleidergröße ringgröße ' +
		'talla tallas tamaño tamanho tamanhos numeração taglia misura maat maten schoenmaat kledingmaat storlek skostorlek ' +
		'størrelse skostørrelse str stærð koko kengänkoko rozmiar velikost veľkosť veličina méret cipőméret mărime mărimea ' +
		'marime beden numara dydis izmērs suurus размер розмір μέγεθος νούμερο المقاس مقاس الحجم מידה サイズ 사이즈 치수 ' +
		'尺码 尺碼 尺寸 鞋码 鞋碼 ขนาด ไซส์ ไซซ์ cỡ thước ukuran saiz waist inseam length width age kids'
	).split(' '),
);
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
/** The only option can have any name: a shop asks for a size, or for a colour. */
const isSize = (option: Option, { options }: Variant) =>
	isNamed(option, SIZE) || (options.length === 1 && !isNamed(option, COLOUR));
const others = (variant: Variant) =>
	variant.options
		.filter((option) => !isSize(option, variant))
		.map(({ name, value }) => `${name}=${value}`)
		.join('\n');

/**
 * The variants of the requested colour. Colours are other products: if the link names none of several, `several` is true
 * and all variants are returned.
 */
export function requestedColour<T extends Variant>(all: readonly T[]): { variants: readonly T[]; several: boolean } {
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
	return readSize(value.replaceAll(/(?<=\d) (?=gb\b)/gi, '')).some(({ kind }) => kind !== 'text');
}

/** The colour that all variants have; null without one. */
export function colourOf(variants: readonly Variant[]): string | null {
	const named = variants.map(({ options }) => options.find((option) => isNamed(option, COLOUR))?.value.trim());
	const [colour, ...more] = new Set(named);
	return more.length === 0 && colour ? colour : null;
}

/** A variant's size label, or all its options if there are several colours; null for a product without sizes. */
function sizeLabel(variant: Variant, several: boolean): string | null {
	const isShown = (option: Option) => several || isSize(option, variant);
	const named = variant.options.filter((option) => !NO_OPTION.test(option.value.trim()) && isShown(option));
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
	return variants.flatMap((variant) => {
		const size = sizeLabel(variant, several);
		if (size === null) return [];
		const { available, state, count = null, variantId, url } = factsOf(variant);
		const stock = { available, ...(state && { state }), level: null, count };
		return [{ size, ...stock, ...(variantId && { variantId }), ...(url && { url }) }];
	});
}
