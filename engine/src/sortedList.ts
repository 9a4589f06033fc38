/** A list kept in order by a number, smallest first; equal numbers in the order in which they came. */
export class SortedList<T> {
	readonly #items: { key: number; item: T }[] = [];

	get size(): number {
		return this.#items.length;
	}

	/** The smallest key; infinity when empty. */
	get firstKey(): number {
		return this.#items.at(-1)?.key ?? Number.POSITIVE_INFINITY;
	}

	add(key: number, item: T): void {
		// The smallest stands last, so that taking it moves nothing.
		let low = 0;
		let high = this.#items.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.#items[middle] as { key: number }).key > key) low = middle + 1;
			else high = middle;
		}
		this.#items.splice(low, 0, { key, item });
	}

	takeFirst(): T | undefined {
		return this.#items.pop()?.item;
	}
}
