/** Work on one thing goes one after another, in the order in which it came; work on others does not wait for it. */
export class InTurn {
	readonly #last = new Map<string, Promise<unknown>>();

	async run<T>(key: string, work: () => Promise<T>): Promise<T> {
		const before = this.#last.get(key) ?? Promise.resolve();
		// What went wrong before is the business of who asked for it.
		const own = before.then(work, work);
		this.#last.set(key, own);
		try {
			return await own;
		} finally {
			if (this.#last.get(key) === own) this.#last.delete(key);
		}
	}
}

/** The turns of the bot, apart: in servers from before 2017 the first channel has the server's id. */
export class Turns {
	readonly guild = new InTurn();
	readonly channel = new InTurn();
}
