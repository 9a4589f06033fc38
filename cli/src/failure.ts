/** How a command ends: what scripts go by. */
export const EXIT = {
	done: 0,
	failed: 1,
	usage: 2,
	notAllowed: 3,
	partFailed: 4,
	/** 128 and the signal's number, as shells have it: interrupted, or nobody reads our output any more. */
	interrupted: 130,
	brokenPipe: 141,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected end, in words for who typed the command. */
export class Failure extends Error {
	override name = 'Failure';
	readonly exitCode: ExitCode;
	/** What to do about it, on a line of its own. */
	readonly hint: string | undefined;

	constructor(message: string, { exitCode = EXIT.failed, hint }: { exitCode?: ExitCode; hint?: string } = {}) {
		super(message);
		this.exitCode = exitCode;
		this.hint = hint;
	}
}

/** The command was written wrong. */
export function usage(message: string, hint?: string): Failure {
	return new Failure(message, { exitCode: EXIT.usage, ...(hint !== undefined && { hint }) });
}

/** Nobody is signed in, or who is may not do this. */
export function notAllowed(message: string, hint?: string): Failure {
	return new Failure(message, { exitCode: EXIT.notAllowed, ...(hint !== undefined && { hint }) });
}

/** The code for several things done one by one, of which `failed` did not work out. */
export function exitOfMany(failed: number, all: number): ExitCode {
	if (failed === 0) return EXIT.done;
	return failed < all ? EXIT.partFailed : EXIT.failed;
}
