import { PADDING_NAMES, type PaddingName, type PictureDetails } from '@dropwire/contract';

/** The specification's default background (spec 1, section 9). */
export const DEFAULT_COLOR = '#ffffff';

/** How the pictures of a search are shown and saved. */
export interface ImageOptions {
	/** `#rrggbb`; null until a color is chosen: then a picture whose shop has fixed its background keeps it. */
	color: string | null;
	transparent: boolean;
	/** In pixels. */
	paddings: Record<PaddingName, number>;
}

/** Every view with the same padding. */
export function evenPaddings(pixels: number): ImageOptions['paddings'] {
	return Object.fromEntries(PADDING_NAMES.map((name) => [name, pixels])) as ImageOptions['paddings'];
}

export const DEFAULT_OPTIONS: ImageOptions = { color: null, transparent: false, paddings: evenPaddings(0) };

/** A picture of the results. */
export interface FoundPicture extends PictureDetails {
	url: string;
	/** Identifies it among the pictures of all products and mirrors. */
	id: string;
	sku: string;
	/** Which of the mirrors, from 0. */
	mirror: number;
	/** The name of the mirror's source. */
	source: string;
	/** Its view, from 0, which is its slot for the remembered crop: at every mirror and of every product the same. */
	slot: number;
	/** Such as `CK9246-101 1, Mirror #2`. */
	label: string;
}

/** What the browser has to draw. */
export interface Look {
	color: string;
	transparent: boolean;
	padding: number;
}

/** How the browser has to draw a picture; null if its host has drawn it, or if it is shown as it is. */
export function lookOf(
	{ view, rendered }: PictureDetails,
	{ color, transparent, paddings }: ImageOptions,
): Look | null {
	if (rendered) return null;
	const padding = view ? paddings[view] : 0;
	if (color === null && !transparent && padding === 0) return null;
	return { color: color ?? DEFAULT_COLOR, transparent, padding };
}

/** `#rrggbb` in lower case from `#rrggbb` or `#rgb`, with or without `#`; null for anything else. */
export function hexColor(text: string): string | null {
	const [, digits] = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(text.trim()) ?? [];
	if (!digits) return null;
	const full = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('');
	return `#${full.toLowerCase()}`;
}
