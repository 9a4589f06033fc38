import { IMAGE_BRANDS, PADDING_MOST, PADDING_NAMES, type Paddings, LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Sku } from './fields.ts';

const Padding = z
	.union([
		z.number(),
		z
			.string()
			.trim()
			.regex(/^\d{0,4}$/, 'must be a whole number')
			.transform(Number),
	])
	.pipe(
		z
			.number()
			.int('must be a whole number')
			.min(0, `must be from 0 to ${PADDING_MOST}`)
			.max(PADDING_MOST, `must be from 0 to ${PADDING_MOST}`),
	);
const paddings = z.object(
	Object.fromEntries(PADDING_NAMES.map((name) => [name, Padding.default(0)])) as Record<
		keyof Paddings,
		z.ZodDefault<typeof Padding>
	>,
);
const Body = z.object({ inputParameters: paddings.default(() => paddings.parse({})) });
const Color = z
	.string()
	.trim()
	.toLowerCase()
	.regex(/^#[\da-f]{6}$/, 'must be a colour like #ffffff');
const Flag = z
	.string()
	.trim()
	.toLowerCase()
	.pipe(z.enum(['true', 'false'], { error: 'must be true or false' }));
const Mirror = z.array(z.string());
/** What is known of each picture of a mirror, in the order of its URLs. */
const Details = z.array(
	z.object({
		/** The view whose padding applies; null beyond the eighth. */
		view: z.enum(PADDING_NAMES).nullable(),
		/** Whether the URL has background, transparency and padding. If not, the client draws them. */
		rendered: z.boolean(),
	}),
);
/** The name of each mirror's source, in their order. */
const Sources = z.array(z.string());
/** Mirrors, counted from 1, that can have more pictures: their host did not answer for each of them. */
const Incomplete = z.array(z.number().int());
export type PictureDetails = z.infer<typeof Details>[number];
const query = { sku: Sku, color: Color, transparent: Flag };

/** Pictures of products, and the products themselves. */
export const imageCalls = {
	skuImage: endpoint({
		method: 'POST',
		path: '/api/skuimage',
		auth: { role: 'client' },
		effects: 'none',
		limits: { rate: 'images' },
		description:
			"A Nike product's pictures, three mirrors; type=admin gives operators a fourth. Only pictures that exist.",
		query: z.object({ ...query, type: z.string().trim().toLowerCase().pipe(z.literal('admin')).optional() }),
		body: Body,
		output: z.object({
			data: z.union([
				z.object({ mirror1: Mirror, mirror2: Mirror, mirror3: Mirror, mirror4: Mirror.optional() }),
				z.literal('null'),
			]),
			/** One list per mirror, in their order. */
			details: z.array(Details),
			sources: Sources,
			incomplete: Incomplete,
		}),
		errors: ['forbidden', 'upstream_failed'],
	}),
	skuImageFree: endpoint({
		method: 'POST',
		path: '/api/skuimagefree',
		auth: { role: 'anyone' },
		effects: 'none',
		limits: { rate: 'images' },
		description: "A product's pictures at its brand. Only pictures that exist.",
		query: z.object({
			...query,
			brand: z
				.string()
				.trim()
				.toLowerCase()
				.pipe(z.enum(IMAGE_BRANDS, { error: `must be one of ${IMAGE_BRANDS.join(', ')}` })),
		}),
		body: Body,
		output: z.object({
			data: z.object({ mirror1: Mirror }),
			details: z.array(Details),
			sources: Sources,
			incomplete: Incomplete,
		}),
		errors: ['upstream_failed'],
	}),
	getImage: endpoint({
		method: 'POST',
		path: '/api/getimage',
		auth: { role: 'anyone' },
		effects: 'none',
		limits: { rate: 'getimage' },
		streamed: true,
		description: 'A picture of one of the image sources as base64, for the editor: at most 15 MiB.',
		body: z.object({
			url: z.string().trim().min(1, 'must not be empty').max(LIMITS.url, `must have at most ${LIMITS.url} characters`),
		}),
		output: z.object({ data: z.string() }),
		errors: ['upstream_failed', 'unavailable'],
	}),
};
