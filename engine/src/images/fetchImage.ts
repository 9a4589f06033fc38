import { fileTypeFromBuffer } from 'file-type';
import { Agent, type Dispatcher, request } from 'undici';
import { isPublicAddress, publicAgent } from './guard.ts';

/** Why an image is not given. `wrong` is the caller's doing, `failed` the other side's. */
export class ImageError extends Error {
	override name = 'ImageError';
	readonly kind: 'wrong' | 'failed';

	constructor(kind: 'wrong' | 'failed', message: string) {
		super(message);
		this.kind = kind;
	}
}

/** Contract: "POST /api/getimage". */
export const LARGEST_IMAGE = 15 * 1024 * 1024;
const MOST_REDIRECTS = 3;
/** So many bytes tell an image's type. */
const SNIFFED = 4100;

/** An origin that images may come from; one that is set by hand may be a private address. */
export type Origins = ReadonlyMap<string, { byHand: boolean }>;

export interface ImageFetcher {
	/** The image at an address of the configured origins. @throws ImageError */
	fetch(address: string, signal?: AbortSignal): Promise<{ bytes: Buffer; type: string }>;
	/** Whether an image is there, by its status and first bytes. @throws ImageError `failed` when that cannot be told */
	exists(address: string, signal?: AbortSignal): Promise<boolean>;
	/** A text answer, at most 1 MiB. @throws ImageError */
	text(address: string, signal?: AbortSignal): Promise<{ status: number; body: string }>;
	close(): Promise<void>;
}

const LARGEST_TEXT = 1024 * 1024;
const HEADERS = {
	'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
};

/** Fetches from the configured origins and nowhere else, whatever the address looks like and wherever it leads. */
export function createImageFetcher(origins: Origins, { timeoutMs = 8000, perHost = 8 } = {}): ImageFetcher {
	const options = {
		connections: perHost,
		headersTimeout: timeoutMs,
		bodyTimeout: timeoutMs,
		connect: { timeout: timeoutMs },
	};
	const guarded = publicAgent(options);
	const trusted = new Agent(options);

	function checked(address: string): { url: URL; dispatcher: Dispatcher } {
		if (!URL.canParse(address)) throw new ImageError('wrong', 'must be an address of the web');
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

	/** The answer at the end of the redirects, each of which must stay within the origins. */
	async function open(address: string, signal: AbortSignal | undefined) {
		let at = address;
		for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
			const { url, dispatcher } = checked(at);
			const timeout = AbortSignal.timeout(timeoutMs);
			const response = await request(url, {
				dispatcher,
				headers: HEADERS,
				signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
			}).catch((error: Error & { code?: string; cause?: { code?: string } }) => {
				if (error.code === 'ENOTPUBLIC') throw new ImageError('wrong', 'must be a public address');
				throw new ImageError('failed', 'The image source does not answer');
			});
			const location = response.headers['location'];
			if (response.statusCode < 300 || response.statusCode >= 400 || typeof location !== 'string') return response;
			await response.body.dump();
			if (!URL.canParse(location, url.href)) throw new ImageError('failed', 'The image source sends us nowhere');
			at = new URL(location, url).href;
		}
		throw new ImageError('failed', 'The image source sends us round in circles');
	}

	async function read(response: Dispatcher.ResponseData, most: number): Promise<Buffer> {
		const chunks: Buffer[] = [];
		let size = 0;
		try {
			for await (const chunk of response.body as AsyncIterable<Buffer>) {
				size += chunk.length;
				if (size > most) throw new ImageError('wrong', `must have at most ${most / 1024 / 1024} MiB`);
				chunks.push(chunk);
			}
		} catch (error) {
			response.body.destroy();
			throw error instanceof ImageError ? error : new ImageError('failed', 'The image source broke off');
		}
		return Buffer.concat(chunks);
	}

	return {
		async fetch(address, signal) {
			const response = await open(address, signal);
			if (response.statusCode !== 200) {
				await response.body.dump();
				throw new ImageError('failed', `The image source answered ${response.statusCode}`);
			}
			const bytes = await read(response, LARGEST_IMAGE);
			const type = await imageType(bytes);
			if (!type) throw new ImageError('wrong', 'must be an image');
			return { bytes, type };
		},

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

/** The type that the bytes themselves show, whatever they are called; null for what is no image that browsers show. */
async function imageType(bytes: Uint8Array): Promise<string | null> {
	const found = await fileTypeFromBuffer(bytes.subarray(0, SNIFFED));
	return found && /^image\/(png|jpeg|webp|gif|avif)$/.test(found.mime) ? found.mime : null;
}
