import type { CompactedDay, HistoryPoint, ProductStatus } from '@dropwire/domain';

/**
 * About how long a chunk gets, bytes: four of them fit into a page of SQLite's. That of a product with hundreds of sizes,
 * which its first point writes out, gets twice as long as that point: otherwise each point would be a chunk.
 */
const MAX_CHUNK = 950;

/** Which fields differ from the point before, in a point's first byte. */
const PRICE = 1;
const FULL = 2;
const CURRENCY = 4;
const STATUS = 8;
const AVAILABLE = 16;
const SIZES = 32;
const MARKS = 64;
/** What else a point has, in the byte of its marks. */
const GAP = 1;
const DAY = 2;
const NO_RESTOCK = 4;
const SOME_NO_RESTOCK = 8;

/** The sign in the first byte of a difference. Without a difference it says that the number is null. */
const MINUS = 64;

const AVAILABILITY = [null, false, true] as const;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type State = Mutable<Pick<HistoryPoint, 'at' | 'price' | 'full' | 'currency' | 'status' | 'available' | 'sizes'>>;

/** Consecutive points as bytes, which need nothing else to be read. */
export interface Chunk {
	/** The time of its first point, epoch ms. */
	firstAt: number;
	packed: Uint8Array;
}

/**
 * Packs points: each has what differs from the one before, as numbers of variable length. Sizes, currencies and statuses
 * are written out where a chunk first has them. `inStock` is the number of `sizes`.
 */
export function pack(points: Iterable<HistoryPoint>): Chunk[] {
	const chunks: Chunk[] = [];
	let writer = new Writer();
	let firstAt = 0;
	const end = () => {
		if (writer.length > 0) chunks.push({ firstAt, packed: writer.packed() });
	};
	for (const point of points) {
		if (writer.isFull) {
			end();
			writer = new Writer();
		}
		if (writer.length === 0) firstAt = point.at;
		writer.add(point);
	}
	end();
	return chunks;
}

/** The points of a chunk, in its order. Sizes are in the order in which the chunk first has them. */
export function unpack(packed: Uint8Array): HistoryPoint[] {
	return new Reader(packed).points();
}

/** A chunk to which points are added. */
export interface OpenChunk {
	/** The time of its first point, epoch ms. */
	firstAt: number;
	last: HistoryPoint;
	/** The chunk with one more point; null if it is full. */
	with(point: HistoryPoint): Uint8Array | null;
}

/** @throws Error for bytes without a point, which are no chunk */
export function openChunk(packed: Uint8Array): OpenChunk {
	const reader = new Reader(packed);
	const points = reader.points();
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last) throw new Error('A packed chunk has no points.');
	return {
		firstAt: first.at,
		last,
		with(point) {
			const writer = new Writer({ packed, words: reader.words, last, firstLength: reader.firstLength });
			if (writer.isFull) return null;
			writer.add(point);
			return writer.packed();
		},
	};
}

const emptyState = (): State => ({
	at: 0,
	price: null,
	full: null,
	currency: null,
	status: null,
	available: null,
	sizes: null,
});

class Writer {
	readonly #bytes: number[];
	readonly #words: Map<string, number>;
	#before: State;
	/** The length of the first point. */
	#first: number;

	/** @param begun a chunk to which points are added */
	constructor(begun?: { packed: Uint8Array; words: readonly string[]; last: State; firstLength: number }) {
		this.#bytes = [...(begun?.packed ?? [])];
		this.#words = new Map(begun?.words.map((word, index) => [word, index]));
		this.#before = begun?.last ?? emptyState();
		this.#first = begun?.firstLength ?? 0;
	}

	get length(): number {
		return this.#bytes.length;
	}

	get isFull(): boolean {
		return this.length >= Math.max(MAX_CHUNK, 2 * this.#first);
	}

	packed(): Uint8Array {
		return Uint8Array.from(this.#bytes);
	}

	add(point: HistoryPoint): void {
		const before = this.#before;
		const sizes = changedSizes(before.sizes, point.sizes);
		const marks = marksOf(point);
		const flags = this.#bytes.push(0) - 1;
		const put = (flag: number, isChanged: boolean, write: () => void) => {
			if (!isChanged) return;
			this.#bytes[flags] = (this.#bytes[flags] ?? 0) | flag;
			write();
		};
		this.#number(point.at, before.at);
		put(PRICE, point.price !== before.price, () => this.#number(point.price, before.price));
		put(FULL, point.full !== before.full, () => this.#number(point.full, before.full));
		put(CURRENCY, point.currency !== before.currency, () => this.#text(point.currency));
		put(STATUS, point.status !== before.status, () => this.#text(point.status));
		put(AVAILABLE, point.available !== before.available, () => {
			this.#bytes.push(AVAILABILITY.indexOf(point.available));
		});
		put(SIZES, sizes !== 'same', () => this.#list(sizes === 'same' ? null : sizes));
		put(MARKS, marks !== 0, () => {
			this.#bytes.push(marks);
			if (point.day) this.#day(point.day, point.price);
			if (Array.isArray(point.noRestock)) this.#list(point.noRestock);
		});
		this.#before = point;
		this.#first ||= this.length;
	}

	/** A whole number of any length: seven bits a byte, the lowest first. */
	#whole(value: number): void {
		let rest = value;
		for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes.push((rest % 128) + 128);
		this.#bytes.push(rest);
	}

	/** As the difference to another number: the first byte has its sign and its lowest six bits. */
	#number(value: number | null, base: number | null): void {
		const difference = value === null ? 0 : value - (base ?? 0);
		const sign = value === null || difference < 0 ? MINUS : 0;
		const size = Math.abs(difference);
		const rest = Math.floor(size / MINUS);
		this.#bytes.push((rest > 0 ? 128 : 0) + sign + (size % MINUS));
		if (rest > 0) this.#whole(rest);
	}

	/** 0 for null. */
	#text(word: string | null): void {
		if (word === null) this.#whole(0);
		else this.#word(word, 1);
	}

	/** The number of a word, and the word where the chunk has it for the first time. */
	#word(word: string, offset: number): void {
		const known = this.#words.get(word);
		this.#whole((known ?? this.#words.size) + offset);
		if (known !== undefined) return;
		this.#words.set(word, this.#words.size);
		const text = Buffer.from(word);
		this.#whole(text.length);
		for (const byte of text) this.#bytes.push(byte);
	}

	/** 0 for null. */
	#list(words: readonly string[] | null): void {
		this.#whole(words === null ? 0 : words.length + 1);
		for (const word of words ?? []) this.#word(word, 0);
	}

	#day({ low, high, minutesAvailable, restocks }: CompactedDay, price: number | null): void {
		this.#number(low, price);
		this.#number(high, low);
		this.#whole(minutesAvailable);
		this.#whole(restocks);
	}
}

class Reader {
	readonly #bytes: Uint8Array;
	#position = 0;
	readonly words: string[] = [];
	/** The length of the first point, once it is read. */
	firstLength = 0;

	constructor(packed: Uint8Array) {
		this.#bytes = packed;
	}

	points(): HistoryPoint[] {
		const points: HistoryPoint[] = [];
		for (let before = emptyState(); this.#position < this.#bytes.length;) {
			const point = this.#point(before);
			points.push(point);
			before = point;
			this.firstLength ||= this.#position;
		}
		return points;
	}

	#point(before: State): HistoryPoint {
		const flags = this.#byte();
		const at = this.#number(before.at) ?? 0;
		const price = flags & PRICE ? this.#number(before.price) : before.price;
		const full = flags & FULL ? this.#number(before.full) : before.full;
		const currency = flags & CURRENCY ? this.#text() : before.currency;
		const status = flags & STATUS ? (this.#text() as ProductStatus | null) : before.status;
		const available = flags & AVAILABLE ? (AVAILABILITY[this.#byte()] ?? null) : before.available;
		const sizes = flags & SIZES ? this.#sizes(before.sizes) : before.sizes;
		const point: HistoryPoint = { at, price, full, currency, status, available, inStock: sizes?.length ?? null, sizes };
		if (flags & MARKS) {
			const marks = this.#byte();
			if (marks & GAP) point.gap = true;
			if (marks & DAY) point.day = this.#day(price);
			if (marks & NO_RESTOCK) point.noRestock = true;
			if (marks & SOME_NO_RESTOCK) point.noRestock = this.#list() ?? [];
		}
		return point;
	}

	#byte(): number {
		const byte = this.#bytes[this.#position++];
		if (byte === undefined) throw new Error('A packed chunk of points is cut off.');
		return byte;
	}

	#whole(): number {
		let value = 0;
		for (let factor = 1; ; factor *= 128) {
			const byte = this.#byte();
			value += (byte % 128) * factor;
			if (byte < 128) return value;
		}
	}

	#number(base: number | null): number | null {
		const first = this.#byte();
		if (first === MINUS) return null;
		const size = (first % MINUS) + (first >= 128 ? this.#whole() * MINUS : 0);
		return (base ?? 0) + (first & MINUS ? -size : size);
	}

	#text(): string | null {
		const number = this.#whole();
		return number === 0 ? null : this.#word(number - 1);
	}

	#word(number: number): string {
		const known = this.words[number];
		if (known !== undefined) return known;
		const length = this.#whole();
		const start = this.#position;
		this.#position += length;
		const word = Buffer.from(this.#bytes.subarray(start, this.#position)).toString();
		this.words.push(word);
		return word;
	}

	#list(): string[] | null {
		const length = this.#whole();
		if (length === 0) return null;
		const words: string[] = [];
		for (let n = 1; n < length; n++) words.push(this.#word(this.#whole()));
		return words;
	}

	/** The sizes after those that changed have come or gone. */
	#sizes(before: readonly string[] | null): string[] | null {
		const changed = this.#list();
		if (changed === null) return null;
		// Without sets: mostly one size changes, and a year has thousands of points.
		const had = before ?? [];
		const came = changed.filter((size) => !had.includes(size));
		return [...had.filter((size) => !changed.includes(size)), ...came];
	}

	#day(price: number | null): CompactedDay {
		const low = this.#number(price);
		return { low, high: this.#number(low), minutesAvailable: this.#whole(), restocks: this.#whole() };
	}
}

function marksOf({ gap, day, noRestock }: HistoryPoint): number {
	const restock = noRestock === undefined ? 0 : noRestock === true ? NO_RESTOCK : SOME_NO_RESTOCK;
	return (gap ? GAP : 0) + (day ? DAY : 0) + restock;
}

/** The sizes that come or go between two points; null where the second lists none. */
function changedSizes(before: readonly string[] | null, after: readonly string[] | null): 'same' | string[] | null {
	if (before === after) return 'same';
	if (after === null) return null;
	const [had, has] = [new Set(before), new Set(after)];
	const changed = [...[...had].filter((size) => !has.has(size)), ...[...has].filter((size) => !had.has(size))];
	return changed.length === 0 && before !== null ? 'same' : changed;
}
