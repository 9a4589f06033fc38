import picocolors from 'picocolors';

let enabled = true;

/** Turns colours off for this process (`--no-color`). */
export function withoutColours(): void {
	enabled = false;
}

/** The colours of a stream: none if it is not a terminal or `NO_COLOR` is set (no-color.org). */
function coloursOf(stream: NodeJS.WriteStream) {
	const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
	const forced = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
	// False, not undefined, for a pipe: without a value picocolors decides, and colours the pipes of CI servers.
	const onTerminal = stream.isTTY ? TERM !== 'dumb' : false;
	return picocolors.createColors(enabled && !NO_COLOR && (forced || onTerminal));
}

/** The colours of a table. */
export type Colour = 'red' | 'green' | 'yellow' | 'dim';

export const onOut = () => coloursOf(process.stdout);
export const onErr = () => coloursOf(process.stderr);
