/** A resource that concurrent requests share: memory, connections or threads. */
export interface Budget {
	/**
	 * Waits until the amount is free, and holds it until the returned function is called.
	 * @throws BudgetError when others hold it for too long
	 */
	take(amount: number): Promise<() => void>;
	/** The amount currently held. */
	held(): number;
}

/** Other requests held the whole budget for too long. */
export class BudgetError extends Error {
	override name = 'BudgetError';
}

interface Waiting {
	amount: number;
	begin(): void;
}

/** First come, first served, so that small requests cannot delay a large one forever. */
export function createBudget(total: number, patienceMs: number): Budget {
	let held = 0;
	const waiting: Waiting[] = [];

	function release(amount: number): () => void {
		let over = false;
		return () => {
			if (over) return;
			over = true;
			held -= amount;
			serve();
		};
	}

	function serve(): void {
		while (waiting[0] && held + waiting[0].amount <= total) waiting.shift()?.begin();
	}

	return {
		take(amount) {
			if (waiting.length === 0 && held + amount <= total) {
				held += amount;
				return Promise.resolve(release(amount));
			}
			return new Promise((resolve, reject) => {
				const one: Waiting = {
					amount,
					begin() {
						clearTimeout(timer);
						held += amount;
						resolve(release(amount));
					},
				};
				const timer = setTimeout(() => {
					waiting.splice(waiting.indexOf(one), 1);
					serve();
					reject(new BudgetError('Others held all there is for too long'));
				}, patienceMs);
				waiting.push(one);
			});
		},
		held: () => held,
	};
}
