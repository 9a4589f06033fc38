import type { ImageBrand, Paddings } from '@dropwire/db/topics';
import { ImageError } from '@dropwire/engine';
import { callerOf, type Handlers, type Server } from '../http/call.ts';
import { CallError, forbidden, invalidInput } from '../http/errors.ts';

/** Pictures by SKU, and one picture for the editor. */
export const imageHandlers = {
	skuImage: async (call) => {
		const { type, ...input } = call.input;
		if (type === 'admin' && !callerOf(call).access?.admin) throw forbidden('Only operators may ask with type=admin.');
		const all = type === 'admin';
		const [mirror1 = [], mirror2 = [], mirror3 = [], mirror4 = []] = await find(call.server, {
			...input,
			brand: 'nike',
			all,
		});
		if ([mirror1, mirror2, mirror3, mirror4].every((mirror) => mirror.length === 0)) return { data: 'null' as const };
		return { data: { mirror1, mirror2, mirror3, ...(all && { mirror4 }) } };
	},

	skuImageFree: async ({ input, server }) => {
		const [mirror1 = []] = await find(server, { ...input, all: false });
		return { data: { mirror1 } };
	},

	getImage: async ({ input, server }) => {
		try {
			const { bytes } = await server.fetcher.fetch(input.url);
			return { data: bytes.toString('base64') };
		} catch (error) {
			if (!(error instanceof ImageError)) throw error;
			throw error.kind === 'wrong'
				? invalidInput({ url: error.message })
				: new CallError('upstream_failed', `${error.message}. Try again in a moment.`);
		}
	},
} satisfies Partial<Handlers>;

interface Question {
	brand: ImageBrand;
	sku: string;
	color: string;
	transparent: 'true' | 'false';
	inputParameters: Paddings;
	all: boolean;
}

async function find(server: Server, { brand, sku, color, transparent, inputParameters, all }: Question) {
	const question = {
		brand,
		sku,
		color: color.slice(1),
		transparent: transparent === 'true',
		paddings: inputParameters,
		all,
	};
	return server.images.find(question).catch(() => {
		throw new CallError('upstream_failed', 'No image source answers. Try again in a moment.');
	});
}
