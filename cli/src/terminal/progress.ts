import { onErr } from './colours.ts';

const WIDTH = 24;
/** Quick work needs no bar. */
const AFTER_MS = 300;
const EVERY_MS = 80;

/** A bar on stderr for work that takes long; nothing at all where stderr is no terminal. */
export interface Progress {
	/** @param all null when it is not known how much there is */
	at: (done: number, all: number | null) => void;
	/** Takes the bar away; before anything else is written. */
	clear: () => void;
}

export function progress(title: string): Progress {
	const begun = Date.now();
	let shownAt = 0;
	if (!process.stderr.isTTY) return { at: () => undefined, clear: () => undefined };
	return {
		at(done, all) {
			const now = Date.now();
			if (now - begun < AFTER_MS || (now - shownAt < EVERY_MS && done !== all)) return;
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
	const share = all === 0 ? 1 : Math.min(1, done / all);
	const full = Math.round(share * WIDTH);
	const { cyan, dim } = onErr();
	const count = `${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;
	return `${cyan('━'.repeat(full))}${dim('━'.repeat(WIDTH - full))} ${count}`;
}
