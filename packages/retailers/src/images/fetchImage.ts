import { fileTypeFromBuffer } from 'file-type';
import { Agent, type Dispatcher, request } from 'undici';
import { type Budget, BudgetError, createBudget } from '../limits/budget.ts';
import { followRedirects, RedirectError } from '../fetching/followRedirects.ts';
import { isPublicAddress, publicAgent } from '../fetching/guard.ts';
import { readBounded, TooLargeError } from '../fetching/readBounded.ts';
import { userAgentOf } from '../fetching/userAgent.ts';

/**
 * Why an image is not returned. `wrong` is the caller's error, `failed` the image source's; `busy` means that other
 * callers use all the capacity.
 */
export class ImageError extends Error {
	override name = 'ImageError';
	readonly kind: 'wrong' | 'failed' | 'busy';

	constructor(kind: 'wrong' | 'failed' | 'busy', message: string) {
		super(message);
		this.kind = kind;
	}
}

/** Contract: "POST /api/getimage". */
export const LARGEST_IMAGE = 15 * 1024 * 1024;
/** The number of bytes needed to detect an image's type. */
const SNIFFED = 4100;

/** The allowed origins of images. An origin configured by hand can be a private address. */
export type Origins = ReadonlyMap<string, { byHand: boolean }>;

export interface ImageFetcher {
	/**
	 * Fetches the image at a URL of the configured origins. Its bytes count towards the memory limit of all images
	 * until the caller calls `done`.
	 * @throws ImageError
	 */
	fetch(address: string, signal?: AbortSignal): Promise<{ bytes: Buffer; type: string; done: () => void }>;
	/** The number of image bytes in memory. */
	held(): number;
	/** Whether an image exists, by its status and first bytes. @throws ImageError `failed` when this is unknown */
	exists(address: string, signal?: AbortSignal): Promise<boolean>;
	/** Fetches a text response of at most 1 MiB. @throws ImageError */
	text(address: string, signal?: AbortSignal): Promise<{ status: number; body: string }>;
	close(): Promise<void>;
}

const LARGEST_TEXT = 1024 * 1024;
/** The limit for all images in memory: three of the largest, or hundreds of typical ones. */
export const MAX_HELD = 3 * LARGEST_IMAGE;
/** How long a caller waits for other requests, ms: first for a connection, then for memory. */
const PATIENCE_MS = { connection: 5000, memory: 3000 };
const HEADERS = {
	'user-agent': userAgentOf(),
};

/** Fetches only from the configured origins, including after redirects. */
export function createImageFetcher(origins: Origins, { timeoutMs = 8000, perHost = 8 } = {}): ImageFetcher {
	const options = {
		connections: perHost,
		headersTimeout: timeoutMs,
		bodyTimeout: timeoutMs,
		connect: { timeout: timeoutMs },
	};
	const memory = createBudget(MAX_HELD, PATIENCE_MS.memory);
	/** Connections by origin. A caller that waits for one gets the error `busy`, not a timeout of the source. */
	const places = new Map<string, Budget>();
	const placesAt = (origin: string) => {
		const known = places.get(origin) ?? createBudget(perHost, PATIENCE_MS.connection);
		places.set(origin, known);
		return known;
	};
	const guarded = publicAgent(options);
	const trusted = new Agent(options);

	function checked(address: string): { url: URL; dispatcher: Dispatcher } {
		if (!URL.canParse(address)) throw new ImageError('wrong', 'must be an http(s) URL');
		const url = new URL(address);
		const origin = origins.get(url.origin);
		if (!origin || url.username || url.password)
			throw new ImageError('wrong', 'must be an image of one of our image sources');
		const literal = url.hostname.replace(/^\[|\]$/g, '');
		if (!origin.byHand && /^[\d.]+$|:/.test(literal) && !isPublicAddress(literal)) {
			throw new ImageError('wrong', 'must be a public address');
		}
		return { url, dispatcher: origin.byHand ? trusted : guarded };
	}

	/** The response after all redirects, each of which must stay within the allowed origins. */
	async function open(address: string, signal: AbortSignal | undefined) {
		try {
			return (await followRedirects(address, (at) => send(at, signal))).response;
		} catch (error) {
			throw error instanceof RedirectError ? new ImageError('failed', `The image source ${error.message}`) : error;
		}
	}

	async function send(address: string, signal: AbortSignal | undefined) {
		const { url, dispatcher } = checked(address);
		const timeout = AbortSignal.timeout(timeoutMs);
		return request(url, {
			dispatcher,
			headers: HEADERS,
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
		}).catch((error: Error & { code?: string }) => {
			if (error.code === 'ENOTPUBLIC') throw new ImageError('wrong', 'must be a public address');
			throw new ImageError('failed', 'The image source does not answer');
		});
	}

	async function read({ body, headers }: Dispatcher.ResponseData, max: number): Promise<Buffer> {
		try {
			return await readBounded(body, max, headers['content-length']);
		} catch (error) {
			if (error instanceof TooLargeError) throw new ImageError('wrong', `must have at most ${max / 1024 / 1024} MiB`);
			throw new ImageError('failed', 'The image source broke off');
		}
	}

	async function load(response: Dispatcher.ResponseData) {
		if (response.statusCode !== 200) {
			await response.body.dump();
			throw new ImageError('failed', `The image source answered ${response.statusCode}`);
		}
		// Reserves as much memory as the response declares, or the maximum if it declares no length.
		const length = Number(response.headers['content-length'] ?? LARGEST_IMAGE);
		const done = await taken(memory, Math.min(length, LARGEST_IMAGE)).catch((error: unknown) => {
			response.body.destroy();
			throw error;
		});
		try {
			const bytes = await read(response, LARGEST_IMAGE);
			const type = await imageType(bytes);
			if (!type) throw new ImageError('wrong', 'must be an image');
			return { bytes, type, done };
		} catch (error) {
			done();
			throw error;
		}
	}

	return {
		async fetch(address, signal) {
			const leave = await taken(placesAt(checked(address).url.origin), 1);
			try {
				return await load(await open(address, signal));
			} finally {
				leave();
			}
		},

		held: () => memory.held(),

		async exists(address, signal) {
			const response = await open(address, signal);
			if (response.statusCode >= 500 || response.statusCode === 429 || response.statusCode === 403) {
				await response.body.dump();
				throw new ImageError('failed', `The image source answered ${response.statusCode}`);
			}
			if (response.statusCode !== 200) {
				await response.body.dump();
				return false;
			}
			let head = Buffer.alloc(0);
			for await (const chunk of response.body as AsyncIterable<Buffer>) {
				head = Buffer.concat([head, chunk]);
				if (head.length >= SNIFFED) break;
			}
			return (await imageType(head)) !== null;
		},

		async text(address, signal) {
			const response = await open(address, signal);
			return { status: response.statusCode, body: (await read(response, LARGEST_TEXT)).toString('utf8') };
		},

		async close() {
			await Promise.all([guarded.destroy(), trusted.destroy()]);
		},
	};
}

/** The image type detected from the bytes, regardless of the declared type; null unless browsers can show the image. */
async function imageType(bytes: Uint8Array): Promise<string | null> {
	const found = await fileTypeFromBuffer(bytes.subarray(0, SNIFFED));
	return found && /^image\/(png|jpeg|webp|gif|avif)$/.test(found.mime) ? found.mime : null;
}

/** @throws ImageError `busy` when others hold the budget for too long */
async function taken(budget: Budget, amount: number): Promise<() => void> {
	try {
		return await budget.take(amount);
	} catch (error) {
		throw error instanceof BudgetError ? new ImageError('busy', 'Too many pictures are being loaded') : error;
	}
}
