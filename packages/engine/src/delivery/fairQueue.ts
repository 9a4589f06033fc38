import { OPERATORS } from '../discord/budget.ts';
import { SortedList } from '../process/sortedList.ts';

/** One owner's waiting items, and the owner's position in the rotation. */
interface Line<T> {
	items: SortedList<T>;
	/** Increases with each turn. The owner with the lowest value goes first. */
	turn: number;
}

/**
 * A queue in which owners take turns, so that an owner with a thousand items does not delay an owner with two. One
 * owner can be favoured: it gets every second turn, regardless of the number of other owners.
 */
export class FairQueue<T> {
	readonly #lines = new Map<string, Line<T>>();
	/** Owners with waiting items, sorted by turn. */
	readonly #round = new SortedList<Line<T>>();
	/** The turn of the last owner. New owners start here, so they get no extra turns. */
	#turn = 0;
	#size = 0;
	readonly #favoured: string | undefined;
	readonly #favouredItems = new SortedList<T>();
	#favouredIsNext = true;

	constructor(favoured?: string) {
		this.#favoured = favoured;
	}

	get size(): number {
		return this.#size;
	}

	/** The number of waiting items of the favoured owner. */
	get favouredSize(): number {
		return this.#favouredItems.size;
	}

	/** @param key sort key within one owner, smallest first */
	add(owner: string, key: number, item: T): void {
		this.#size++;
		if (owner === this.#favoured) {
			this.#favouredItems.add(key, item);
			return;
		}
		let line = this.#lines.get(owner);
		if (!line) this.#lines.set(owner, (line = { items: new SortedList<T>(), turn: this.#turn }));
		if (line.items.size === 0) {
			line.turn = Math.max(line.turn, this.#turn);
			this.#round.add(line.turn, line);
		}
		line.items.add(key, item);
	}

	/**
	 * Removes and returns the next item.
	 * @param accepts takes over an item for which it returns false: it leaves the queue and uses no turn of its owner
	 */
	takeFirst(accepts: (item: T) => boolean = () => true): T | undefined {
		for (;;) {
			if (this.#favouredItems.size > 0 && (this.#favouredIsNext || this.#round.size === 0)) {
				const item = this.#nextOf(this.#favouredItems, accepts);
				if (item === undefined) continue;
				this.#favouredIsNext = false;
				return item;
			}
			const line = this.#round.takeFirst();
			const item = line && this.#nextOf(line.items, accepts);
			if (line && item === undefined) continue;
			this.#favouredIsNext = true;
			if (!line) return undefined;
			this.#turn = line.turn;
			line.turn++;
			if (line.items.size > 0) this.#round.add(line.turn, line);
			else this.#forgetIdle();
			return item;
		}
	}

	#nextOf(items: SortedList<T>, accepts: (item: T) => boolean): T | undefined {
		while (items.size > 0) {
			const item = items.takeFirst() as T;
			this.#size--;
			if (accepts(item)) return item;
		}
		return undefined;
	}

	/** Removes owners without waiting items once the rotation has passed their turn. */
	#forgetIdle(): void {
		if (this.#lines.size < 1000) return;
		for (const [owner, line] of this.#lines) {
			if (line.items.size === 0 && line.turn <= this.#turn) this.#lines.delete(owner);
		}
	}
}

/** A webhook with due deliveries, and the guild of one of them; null for the operators. */
export interface DueWebhook {
	webhookId: number;
	guildId: string | null;
}

/** Orders webhooks so that their owners take turns; each owner's webhooks keep their order. */
export function roundRobin(found: readonly DueWebhook[]): number[] {
	const queue = new FairQueue<number>(OPERATORS);
	for (const [index, { webhookId, guildId }] of found.entries()) queue.add(guildId ?? OPERATORS, index, webhookId);
	return Array.from({ length: found.length }, () => queue.takeFirst() as number);
}
