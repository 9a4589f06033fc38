/** The exit codes, documented for scripts. */
export const EXIT = {
	done: 0,
	failed: 1,
	usage: 2,
	notAllowed: 3,
	partFailed: 4,
	/** 128 plus the signal's number, as in shells: SIGINT, and SIGPIPE when the reader of the output has exited. */
	interrupted: 130,
	brokenPipe: 141,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected error with a message for the user. */
export class Failure extends Error {
	override name = 'Failure';
	readonly exitCode: ExitCode;
	/** What to do about it, on a separate line. */
	readonly hint: string | undefined;

	constructor(message: string, { exitCode = EXIT.failed, hint }: { exitCode?: ExitCode; hint?: string } = {}) {
		super(message);
		this.exitCode = exitCode;
		this.hint = hint;
	}
}

/** Invalid arguments or options. */
export function usage(message: string, hint?: string): Failure {
	return new Failure(message, { exitCode: EXIT.usage, ...(hint !== undefined && { hint }) });
}

/** Not signed in, or without permission. */
export function notAllowed(message: string, hint?: string): Failure {
	return new Failure(message, { exitCode: EXIT.notAllowed, ...(hint !== undefined && { hint }) });
}

/** The exit code after `all` items were processed one by one and `failed` of them failed. */
export function exitOfMany(failed: number, all: number): ExitCode {
	if (failed === 0) return EXIT.done;
	return failed < all ? EXIT.partFailed : EXIT.failed;
}
