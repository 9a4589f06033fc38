import picocolors from 'picocolors';

let wanted = true;

/** `--no-color`: for this start. */
export function withoutColours(): void {
	wanted = false;
}

/** Colours of a stream: none where it is no terminal, or `NO_COLOR` is set (no-color.org). */
function coloursOf(stream: NodeJS.WriteStream) {
	const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
	const forced = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
	return picocolors.createColors(wanted && !NO_COLOR && (forced || (stream.isTTY && TERM !== 'dumb')));
}

export const onOut = () => coloursOf(process.stdout);
export const onErr = () => coloursOf(process.stderr);
