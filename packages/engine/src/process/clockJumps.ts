import { uptime } from 'node:os';

/** If the wall clock runs ahead of the time since the machine started by more than this, it was set forward, ms. */
const MIN_JUMP_MS = 60_000;
/** Jumps that are kept. */
const MAX_JUMPS = 20;

/** A reading of both clocks, ms. `steady` also counts the time in which the machine was suspended. */
interface ClockReading {
	wall: number;
	steady: number;
}

const readClocks = (): ClockReading => ({ wall: Date.now(), steady: uptime() * 1000 });

/**
 * Notices when the wall clock of this machine is set forward: the time in between did not pass. A process only knows the jumps
 * since it started.
 */
export class ClockJumps {
	readonly #read: () => ClockReading;
	#last: ClockReading;
	#jumps: { to: number; byMs: number }[] = [];

	constructor(read = readClocks) {
		this.#read = read;
		this.#last = read();
	}

	/** By how much the clock was set forward since it showed a time, ms. Bound, to be passed on. */
	readonly since = (time: number): number => {
		this.#note();
		let now = time;
		// In the middle of the jump no time passed, so nothing was noted near it.
		for (const { to, byMs } of this.#jumps) if (now < to - byMs / 2) now += byMs;
		return now - time;
	};

	#note(): void {
		const reading = this.#read();
		const byMs = reading.wall - this.#last.wall - (reading.steady - this.#last.steady);
		if (Math.abs(byMs) <= MIN_JUMP_MS) return;
		this.#last = reading;
		// A clock that is set back is most often corrected: the time before it counts as it is.
		this.#jumps = byMs > 0 ? [...this.#jumps.slice(1 - MAX_JUMPS), { to: reading.wall, byMs }] : [];
	}
}

/** Of this process. */
export const clockJumps = new ClockJumps();
