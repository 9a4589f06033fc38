import { once } from 'node:events';
import { EXIT } from '../failure.ts';

/** Data goes to stdout and everything else to stderr, so that a pipe contains only data. */

/** Writes data, and waits if the reader is slower. */
export async function write(text: string): Promise<void> {
	if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

export async function writeLine(text: string): Promise<void> {
	await write(`${text}\n`);
}

let filter: ((json: string) => string) | null = null;

/** Filters all JSON that is written, with `--jq`. */
export function setFilter(wanted: typeof filter): void {
	filter = wanted;
}

export function isFiltered(): boolean {
	return filter !== null;
}

/** Writes the result of `--json`, indented. */
export async function writeJson(value: unknown): Promise<void> {
	await writeJsonText(JSON.stringify(value, null, 2));
}

/** Writes a value of `--json` that is already text. */
export async function writeJsonText(json: string): Promise<void> {
	if (!filter) return writeLine(json);
	const text = filter(json);
	if (text !== '') await write(text.endsWith('\n') ? text : `${text}\n`);
}

let quiet = false;

/** Whether notes are left out, with `--quiet`. */
export function setQuiet(wanted: boolean): void {
	quiet = wanted;
}

export function isQuiet(): boolean {
	return quiet;
}

/** Writes a line to stderr, except with `--quiet`. */
export function note(text: string): void {
	if (!quiet) warn(text);
}

/** Writes a line to stderr that `--quiet` does not leave out: an error, something to do, or that nothing was done. */
export function warn(text: string): void {
	process.stderr.write(`${text}\n`);
}

/** What a dry run ends with. Where outcomes were printed before it, not even `--quiet` leaves it out. */
export const DRY_RUN = 'Dry run: nothing was changed.';

/**
 * Exits when the output cannot be written: quietly when the reader of a pipe exits (`| head`), as other programs do, else
 * with the reason, for example that the disk is full.
 */
export function endWithOutput(): void {
	const onError = ({ code }: NodeJS.ErrnoException) => {
		if (code === 'EPIPE') process.exit(EXIT.brokenPipe);
		warn(`error: The output cannot be written (${code}).`);
		process.exit(EXIT.failed);
	};
	process.stdout.on('error', onError);
	process.stderr.on('error', onError);
}

// Control characters (C0, C1), line and paragraph separators, and those that change the direction of text.
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Untrusted text without characters that move the cursor or change how other text is displayed. */
export function safe(text: string): string {
	return text.replace(UNSAFE, (one) => (one === '\n' || one === '\t' ? ' ' : '\u{fffd}'));
}
