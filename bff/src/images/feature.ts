import type { ImageBrand, Paddings } from '@dropwire/domain';
import {
	createImageFetcher,
	createImageSearch,
	IMAGE_HOSTS,
	ImageError,
	type ImageHost,
	type ImageSearch,
	type Mirror,
	type Origins,
	type ProductQuery,
} from '@dropwire/retailers';
import { CallError, forbidden, invalidInput } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import type { ServerSettings } from '../settings.ts';

const BUSY_S = 5;
/** Bytes per base64 chunk. A multiple of three, so that only the last chunk is padded. */
const PIECE = 3 * 16 * 1024;

/** `{"data":"…"}`, generated in pieces: only the piece that is being sent exists as text. */
async function* base64Answer(bytes: Buffer): AsyncGenerator<string> {
	yield '{"data":"';
	for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE).toString('base64');
	yield '"}';
}

/** Pictures by SKU, and a single picture for the editor. */
export function imagesFeature({ settings, products }: { settings: ServerSettings; products: ProductQuery }) {
	const fetcher = createImageFetcher(imageOrigins(settings));
	const images = createImageSearch({ fetcher, hosts: settings.SHOP_URLS, products });
	return {
		handlers: {
			skuImage: async (call) => {
				const { type, ...input } = call.input;
				if (type === 'admin' && !call.caller.access?.admin) throw forbidden('Only operators may ask with type=admin.');
				const all = type === 'admin';
				const found = await find(images, { ...input, brand: 'nike', all });
				const [sources, incomplete] = [found.map(({ source }) => source), incompleteOf(found)];
				if (found.every(({ pictures }) => pictures.length === 0))
					return { data: 'null' as const, details: [], sources, incomplete };
				const [mirror1 = [], mirror2 = [], mirror3 = [], mirror4 = []] = found.map(urlsOf);
				const data = { mirror1, mirror2, mirror3, ...(all && { mirror4 }) };
				return { data, details: found.map(detailsOf), sources, incomplete };
			},

			skuImageFree: async ({ input }) => {
				const first = (await find(images, { ...input, all: false })).slice(0, 1);
				return {
					data: { mirror1: first.flatMap(urlsOf) },
					details: [first.flatMap(detailsOf)],
					sources: first.map(({ source }) => source),
					incomplete: incompleteOf(first),
				};
			},

			getImage: async (call) => {
				try {
					const { bytes, done } = await fetcher.fetch(call.input.url);
					call.onClose(done);
					return base64Answer(bytes);
				} catch (error) {
					if (!(error instanceof ImageError)) throw error;
					if (error.kind === 'busy') {
						const message = `${error.message}. Try again in a few seconds.`;
						throw new CallError('unavailable', message, undefined, { retryAfter: BUSY_S });
					}
					throw error.kind === 'wrong'
						? invalidInput({ url: error.message })
						: new CallError('upstream_failed', `${error.message}. Try again in a moment.`);
				}
			},
		},
		close: () => fetcher.close(),
	} satisfies Feature;
}

/** The origins of images. Only origins from the settings can have a private address. */
function imageOrigins(settings: ServerSettings): Origins {
	const origins = new Map<string, { byHand: boolean }>();
	for (const [name, builtIn] of Object.entries(IMAGE_HOSTS) as [ImageHost, string][]) {
		const { origin } = new URL(settings.SHOP_URLS[name]);
		origins.set(origin, { byHand: origin !== builtIn });
	}
	return origins;
}

const urlsOf = ({ pictures }: Mirror) => pictures.map(({ url }) => url);
const detailsOf = ({ pictures }: Mirror) => pictures.map(({ view, rendered }) => ({ view, rendered }));
const incompleteOf = (mirrors: readonly Mirror[]) =>
	mirrors.flatMap(({ incomplete }, index) => (incomplete ? index + 1 : []));

interface Question {
	brand: ImageBrand;
	sku: string;
	color: string;
	transparent: 'true' | 'false';
	inputParameters: Paddings;
	all: boolean;
}

async function find(images: ImageSearch, { brand, sku, color, transparent, inputParameters, all }: Question) {
	const question = {
		brand,
		sku,
		color: color.slice(1),
		transparent: transparent === 'true',
		paddings: inputParameters,
		all,
	};
	return images.find(question).catch(() => {
		throw new CallError('upstream_failed', 'No image source answers. Try again in a moment.');
	});
}
