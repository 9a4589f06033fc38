/** The values of a limited number of keys; the key that was set first is removed first. */
export class RecentMap<T> {
	readonly #max: number;
	readonly #values = new Map<string, T>();

	constructor(max: number) {
		this.#max = max;
	}

	has(key: string): boolean {
		return this.#values.has(key);
	}

	get(key: string): T | undefined {
		return this.#values.get(key);
	}

	set(key: string, value: T): void {
		this.#values.delete(key);
		this.#values.set(key, value);
		const [oldest] = this.#values.keys();
		if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest);
	}

	delete(key: string): void {
		this.#values.delete(key);
	}
}
