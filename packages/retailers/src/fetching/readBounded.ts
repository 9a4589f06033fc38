/** A response is larger than allowed. */
export class TooLargeError extends Error {
	override name = 'TooLargeError';
	readonly max: number;

	constructor(max: number) {
		super(`The answer has more than ${max} bytes`);
		this.max = max;
	}
}

/** A response body, as undici provides it. */
export interface Body extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

/** Where bodies are read into. */
export interface BodyMemory {
	take(size: number): Buffer;
	/** Called for memory that was too small. */
	free(bytes: Buffer): void;
}

const ORDINARY: BodyMemory = { take: (size) => Buffer.allocUnsafe(size), free: () => undefined };

/**
 * Reads a whole body, but never more than `most` bytes: an endless response is aborted. The request's signal limits the
 * total time.
 * @param length the Content-Length header, which allows the whole body to be read into a single allocation
 * @throws TooLargeError
 */
export async function readBounded(
	body: Body,
	max: number,
	length?: string | string[],
	memory: BodyMemory = ORDINARY,
): Promise<Buffer> {
	const stated = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : null;
	try {
		if (stated !== null && stated > max) throw new TooLargeError(max);
		let bytes = memory.take(stated ?? 0);
		let size = 0;
		for await (const chunk of body) {
			if (size + chunk.length > max) throw new TooLargeError(max);
			if (size + chunk.length > bytes.length) bytes = grown(memory, bytes, size, size + chunk.length, max);
			bytes.set(chunk, size);
			size += chunk.length;
		}
		return bytes.subarray(0, size);
	} catch (error) {
		body.destroy();
		throw error;
	}
}

/** Reads the beginning of a body, at most `most` bytes, and drops the rest. */
export async function readBeginning(body: Body, max: number): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		chunks.push(chunk);
		size += chunk.length;
		if (size >= max) break;
	}
	body.destroy();
	return Buffer.concat(chunks).subarray(0, max);
}

/** Doubles the memory, up to `most`, so that little data is copied. */
function grown(memory: BodyMemory, bytes: Buffer, size: number, needed: number, max: number): Buffer {
	const larger = memory.take(Math.min(max, Math.max(2 * bytes.length, needed, 16 * 1024)));
	bytes.copy(larger, 0, 0, size);
	memory.free(bytes);
	return larger;
}
