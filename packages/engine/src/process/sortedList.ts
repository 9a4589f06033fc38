import TinyQueue from 'tinyqueue';

interface Entry<T> {
	key: number;
	/** The number of entries added before this one. */
	place: number;
	item: T;
}

/** Items by a number, smallest first, in a binary heap. Items with equal numbers keep their insertion order. */
export class SortedList<T> {
	readonly #heap = new TinyQueue<Entry<T>>([], (a, b) => a.key - b.key || a.place - b.place);
	#added = 0;

	get size(): number {
		return this.#heap.length;
	}

	/** The smallest key; infinity if the list is empty. */
	get firstKey(): number {
		return this.#heap.peek()?.key ?? Number.POSITIVE_INFINITY;
	}

	add(key: number, item: T): void {
		this.#heap.push({ key, place: this.#added++, item });
	}

	takeFirst(): T | undefined {
		return this.#heap.pop()?.item;
	}
}
