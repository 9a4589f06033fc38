import { onErr } from './colours.ts';

const WIDTH = 24;
/** Work shorter than this shows no bar. */
const DELAY_MS = 300;
const INTERVAL_MS = 80;

/** A progress bar on stderr for long work; nothing if stderr is not a terminal. */
export interface Progress {
	/** @param all total number of items; null if unknown */
	at: (done: number, all: number | null) => void;
	/** Removes the bar. Must be called before anything else is written. */
	clear: () => void;
}

export function progress(title: string): Progress {
	const startedAt = Date.now();
	let shownAt = 0;
	if (!process.stderr.isTTY) return { at: () => undefined, clear: () => undefined };
	return {
		at(done, all) {
			const now = Date.now();
			if (now - startedAt < DELAY_MS || (now - shownAt < INTERVAL_MS && done !== all)) return;
			shownAt = now;
			process.stderr.write(`\r\u001b[K${title} ${all === null ? done.toLocaleString('en') : bar(done, all)}`);
		},
		clear() {
			if (shownAt > 0) process.stderr.write('\r\u001b[K');
			shownAt = 0;
		},
	};
}

function bar(done: number, all: number): string {
	const ratio = all === 0 ? 1 : Math.min(1, done / all);
	const full = Math.round(ratio * WIDTH);
	const { cyan, dim } = onErr();
	const count = `${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;
	return `${cyan('━'.repeat(full))}${dim('━'.repeat(WIDTH - full))} ${count}`;
}
