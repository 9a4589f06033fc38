import type { ImageBrand } from '@dropwire/domain';

/** The default picture servers by their names in SHOP_URLS. Their URL patterns have not been tried on the real hosts. */
export const IMAGE_HOSTS = {
	NIKE_IMAGE: 'https://secure-images.nike.com',
	NIKE_IMAGE_2: 'https://images.nike.com',
	NIKE_STATIC: 'https://static.nike.com',
	ADIDAS_IMAGE: 'https://assets.adidas.com',
	ASICS_IMAGE: 'https://images.asics.com',
	CARHARTT_IMAGE: 'https://imgcdn.carhartt.com',
	CROCS_IMAGE: 'https://media.crocs.com',
	NEWBALANCE_IMAGE: 'https://nb.scene7.com',
	PUMA_IMAGE: 'https://images.puma.com',
	TIMBERLAND_IMAGE: 'https://images.timberland.com',
} as const;
export type ImageHost = keyof typeof IMAGE_HOSTS;

/** How a picture should look. */
export interface Look {
	/** Six hex digits. */
	color: string;
	transparent: boolean;
	/** Padding around the picture, in pixels. */
	padding: number;
}

/** A brand's picture server: the views that a product can have, and their URLs by SKU. */
export interface ImageServer {
	/** What people call it: a host name says nothing to them. */
	name: string;
	host: ImageHost;
	/** The server's names of the views. The first eight correspond to paddings A to H. */
	views: readonly string[];
	/** Path and query of a view; null if the SKU is not from this brand. */
	path(sku: string, view: string, look: Look): string | null;
	/**
	 * `scene7` servers are asked whether a picture exists, because they answer requests for missing pictures with a
	 * replacement.
	 */
	asks: 'scene7' | 'image';
}

const SIDE = 2000;

/**
 * Adobe Scene7 (its documentation, "Image Serving protocol"): `bgc` fills the background, except with `png-alpha`;
 * `extend` is left, top, right, bottom.
 */
function scene7(
	host: ImageHost,
	serverName: string,
	catalogue: string,
	views: readonly string[],
	name: (sku: string, view: string) => string | null,
): ImageServer {
	return {
		name: serverName,
		host,
		views,
		asks: 'scene7',
		path(sku, view, { color, transparent, padding }) {
			const id = name(sku, view);
			if (id === null) return null;
			const pad = padding > 0 ? `&extend=${[padding, padding, padding, padding].join(',')}` : '';
			const format = transparent ? 'fmt=png-alpha' : `fmt=jpg&qlt=95&bgc=${color}`;
			return `/is/image/${catalogue}/${encodeURIComponent(id)}?wid=${SIDE}&hei=${SIDE}&fit=constrain,1&${format}${pad}`;
		},
	};
}

/** Splits `STYLE-COLOR` into its two parts. */
function parts(sku: string): [string, string] | null {
	const [, style, color] = /^([A-Z0-9]+)[-_ ]([A-Z0-9]+)$/i.exec(sku) ?? [];
	return style && color ? [style, color] : null;
}

const withUnderscore = (sku: string) => parts(sku)?.join('_') ?? null;

const NIKE_VIEWS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const nike = (host: ImageHost, serverName: string) =>
	scene7(host, serverName, 'DotCom', NIKE_VIEWS, (sku, view) => {
		const id = withUnderscore(sku.toUpperCase());
		return id && `${id}_${view}_PREM`;
	});

/** Cloudinary's padding: a second path step with the same background as the first. */
function cloudinaryPad({ color, transparent, padding }: Look): string {
	if (padding === 0) return '';
	const side = SIDE + 2 * padding;
	return `/c_pad,${transparent ? 'b_transparent' : `b_rgb:${color}`},w_${side},h_${side}`;
}

/**
 * Picture servers by brand, one entry per mirror. Based on public code and on Adobe's and Cloudinary's documentation;
 * not tested against the brands' own hosts. Each guess is one line here.
 */
export const IMAGE_SERVERS: Readonly<Record<Exclude<ImageBrand, 'adidas'>, readonly ImageServer[]>> = {
	nike: [nike('NIKE_IMAGE', 'Nike image server'), nike('NIKE_IMAGE_2', 'Nike image server 2')],
	asics: [
		scene7(
			'ASICS_IMAGE',
			'ASICS image server',
			'asics',
			['SR_RT', 'SR_LT', 'SB_TP', 'SB_BT', 'SB_BK', 'SB_FR', 'SB_FL', 'GM_FT', 'GM_BK', 'GM_SD', 'NM_FT'],
			(sku, view) => {
				const id = withUnderscore(sku.toUpperCase());
				return id && `${id}_${view}_GLB`;
			},
		),
	],
	'new-balance': [
		scene7(
			'NEWBALANCE_IMAGE',
			'New Balance image server',
			'NB',
			['02', '03', '04', '05', '06', '07', '08', '16'],
			(sku, view) => (/^[A-Z0-9]+$/i.test(sku) ? `${sku.toLowerCase()}_nb_${view}_i` : null),
		),
	],
	carhartt: [
		scene7(
			'CARHARTT_IMAGE',
			'Carhartt image server',
			'Carhartt',
			['', '_AVB', '_AVB2', '_AVR', '_AVL', '_AVI'],
			(sku, view) => {
				const id = withUnderscore(sku.toUpperCase());
				return id && `${id}${view}`;
			},
		),
	],
	timberland: [
		scene7(
			'TIMBERLAND_IMAGE',
			'Timberland image server',
			'timberland',
			['HERO', 'ALT1', 'ALT2', 'ALT3', 'ALT4', 'ALT5', 'ALT6'],
			(sku, view) => (/^[A-Z0-9]{5,12}$/i.test(sku) ? `${sku.toUpperCase()}-${view}` : null),
		),
	],
	puma: [
		{
			name: 'PUMA image server',
			host: 'PUMA_IMAGE',
			views: ['sv01', 'sv02', 'sv03', 'sv04', 'sv05', 'bv', 'fnd', 'mod01'],
			asks: 'image',
			path(sku, view, look) {
				const [, style, color] = /^(\d{6})[-_ ]?(\d{2})$/.exec(sku) ?? [];
				if (!style || !color) return null;
				const fill = look.transparent ? 'f_png,b_transparent' : `f_auto,q_auto,b_rgb:${look.color}`;
				const step = `${fill},w_${SIDE},h_${SIDE}${cloudinaryPad(look)}`;
				return `/image/upload/${step}/global/${style}/${color}/${view}/fnd/PNA/fmt/png/`;
			},
		},
	],
	crocs: [
		{
			name: 'Crocs image server',
			host: 'CROCS_IMAGE',
			views: ['ALT100', 'ALT110', 'ALT140', 'ALT150', 'ALT170'],
			asks: 'image',
			path(sku, view, look) {
				const id = withUnderscore(sku.toUpperCase());
				if (id === null) return null;
				const fill = look.transparent ? 'f_png,b_transparent' : `f_auto,q_auto,b_rgb:${look.color}`;
				return `/images/${fill},w_${SIDE},h_${SIDE}${cloudinaryPad(look)}/products/${id}_${view}/crocs`;
			},
		},
	],
};

/**
 * The names of a brand's mirrors, in their order: its image servers, then what the shop lists in its product data.
 * @param all Nike only: also the fourth mirror
 */
export function sourceNames(brand: ImageBrand, all: boolean): string[] {
	if (brand === 'adidas') return ['adidas shop page'];
	const servers = IMAGE_SERVERS[brand].map(({ name }) => name);
	const listed = brand === 'nike' ? ['Nike shop page', 'Nike shop page, large'].slice(0, all ? 2 : 1) : [];
	return [...servers, ...listed];
}
