/** Smaller answers are read in the caller's thread, and need no memory that threads share, bytes. */
const SMALL_BODY = 16 * 1024;
/** Free memory that is kept, bytes. */
const KEPT = 4 * 1024 * 1024;

const free = new Map<number, SharedArrayBuffer[]>();
let kept = 0;
const taken = new WeakSet<ArrayBufferLike>();

/**
 * Memory for an answer. That of a large one is shared with the threads that read it, and is used again: copies of it, and
 * memory that waits for the collection of garbage, take milliseconds of this thread and most of its memory.
 */
export function takeBody(size: number): Buffer {
	if (size <= SMALL_BODY) return Buffer.allocUnsafe(size);
	const length = 2 ** Math.ceil(Math.log2(size));
	const old = free.get(length)?.pop();
	if (old) kept -= length;
	const memory = old ?? new SharedArrayBuffer(length);
	taken.add(memory);
	return Buffer.from(memory, 0, size);
}

/** Gives back the memory of an answer that has been read. An answer that is never given back is garbage. */
export function freeBody({ buffer }: Uint8Array): void {
	if (!(buffer instanceof SharedArrayBuffer) || !taken.delete(buffer)) return;
	const { byteLength: length } = buffer;
	if (kept + length > KEPT) return;
	kept += length;
	const same = free.get(length) ?? [];
	same.push(buffer);
	free.set(length, same);
}
