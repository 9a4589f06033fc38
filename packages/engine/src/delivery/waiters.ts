/** Callers that wait for deliveries by ID, without polling the database. */
export class DeliveryWaiters {
	readonly #waiting = new Map<number, Set<() => void>>();

	/** Resolves once `finish` is called with this ID, or after `timeoutMs`. Never rejects. */
	wait(id: number, timeoutMs: number): Promise<void> {
		return new Promise((resolve) => {
			const waiting = this.#waiting.get(id) ?? new Set();
			const done = () => {
				clearTimeout(timer);
				waiting.delete(done);
				if (waiting.size === 0) this.#waiting.delete(id);
				resolve();
			};
			const timer = setTimeout(done, timeoutMs);
			waiting.add(done);
			this.#waiting.set(id, waiting);
		});
	}

	/** The IDs of the deliveries that callers wait for. */
	get ids(): number[] {
		return [...this.#waiting.keys()];
	}

	finish(id: number): void {
		for (const done of this.#waiting.get(id) ?? []) done();
	}
}
