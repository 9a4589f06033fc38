import { HABIT_BYTES } from './habit.ts';

/** The place of a habit that does not exist. */
export const NO_HABIT = -1;

/** The habits of 100,000 products in one array: an object of each would be several times as large. */
export class HabitBytes {
	#bytes = new Uint8Array(64 * HABIT_BYTES);
	#used = 0;
	readonly #free: number[] = [];

	/** @returns the place of a copy */
	add(habit: Uint8Array): number {
		const place = this.#free.pop() ?? this.#used++;
		if (place * HABIT_BYTES >= this.#bytes.length) {
			const larger = new Uint8Array(this.#bytes.length * 2);
			larger.set(this.#bytes);
			this.#bytes = larger;
		}
		this.#bytes.set(habit.subarray(0, HABIT_BYTES), place * HABIT_BYTES);
		return place;
	}

	/** The habit itself, valid until the next `add`; null for `NO_HABIT`. */
	at(place: number): Uint8Array | null {
		return place === NO_HABIT ? null : this.#bytes.subarray(place * HABIT_BYTES, (place + 1) * HABIT_BYTES);
	}

	remove(place: number): void {
		if (place !== NO_HABIT) this.#free.push(place);
	}
}
