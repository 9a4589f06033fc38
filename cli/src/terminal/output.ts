import { once } from 'node:events';
import { EXIT } from '../failure.ts';

/** Data goes to stdout, everything else to stderr, so that a pipe carries nothing but data. */

/** Writes data; waits while the reader is slower than we are. */
export async function write(text: string): Promise<void> {
	if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

export async function writeLine(text: string): Promise<void> {
	await write(`${text}\n`);
}

/** One value of `--json`, on lines that a person can read, too. */
export async function writeJson(value: unknown): Promise<void> {
	await writeLine(JSON.stringify(value, null, 2));
}

/** Something to know that is no data. */
export function note(text: string): void {
	process.stderr.write(`${text}\n`);
}

/** `1 webhook`, `2,000 webhooks`. */
export function counted(count: number, plural: string): string {
	return `${count.toLocaleString('en')} ${count === 1 ? plural.slice(0, -1) : plural}`;
}

/** A reader that goes away (`| head`) ends us quietly, as it does any other program of a pipe. */
export function endWithReader(): void {
	const onError = (error: NodeJS.ErrnoException) => {
		if (error.code === 'EPIPE') process.exit(EXIT.brokenPipe);
		throw error;
	};
	process.stdout.on('error', onError);
	process.stderr.on('error', onError);
}

// Control characters (C0, C1), line and paragraph separators, and those that turn the direction of text.
// oxlint-disable-next-line no-control-regex -- these are the ones to be taken out
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text from elsewhere as a terminal may show it: it can neither move the cursor nor pretend to be something else. */
export function safe(text: string): string {
	return text.replace(UNSAFE, (one) => (one === '\n' || one === '\t' ? ' ' : '\u{fffd}'));
}
