import { ApiError } from '@dropwire/contract';
import { EXIT, type ExitCode, Failure } from './failure.ts';
import { codeOf, isLost, UnconfirmedWrite } from './server/retries.ts';
import { chosenServer, type Globals } from './server/session.ts';
import { onErr } from './terminal/colours.ts';
import { warn, safe } from './terminal/output.ts';

/** Prints an error on stderr: as text, or with --json in the shape of the server's errors. @returns the exit code */
export function reportError(error: unknown, globals: Globals): ExitCode {
	const { message, hint, code, fields, exitCode } = describe(error, globals);
	if (globals.json) {
		const named = Object.keys(fields).length > 0 && { fields };
		warn(JSON.stringify({ error: { code, message, ...named, ...(hint !== undefined && { hint }) } }));
		return exitCode;
	}
	const { red, dim } = onErr();
	warn(`${red('error:')} ${safe(message)}`);
	if (hint) warn(dim(safe(hint)));
	return exitCode;
}

/**
 * Ends a command that has done some of several items: prints the error that stopped it.
 * @throws the error if it has done none
 */
export function stoppedAfter(done: number, error: unknown, globals: Globals): ExitCode {
	if (done === 0) throw error;
	reportError(error, globals);
	return EXIT.partFailed;
}

interface Description {
	message: string;
	hint?: string | undefined;
	/** The server's error code, or one for the exit code. */
	code: string;
	fields: Readonly<Record<string, string>>;
	exitCode: ExitCode;
}

function describe(error: unknown, globals: Globals): Description {
	if (error instanceof Failure) {
		const { message, hint, exitCode } = error;
		const code = exitCode === EXIT.usage ? 'usage' : exitCode === EXIT.notAllowed ? 'unauthenticated' : 'failed';
		return { message, hint, code, fields: {}, exitCode };
	}
	// A request that failed before the server answered has the reason as its cause.
	if (error instanceof ApiError && error.cause instanceof Failure) return describe(error.cause, globals);
	if (error instanceof ApiError) return describeApiError(error, globals);
	const { message, stack } = error as Error;
	// A bug: the stack is needed to report it.
	return {
		message: `Internal error: ${message}`,
		hint: process.env['DEBUG'] ? stack : 'Set DEBUG=1 to print the stack trace.',
		code: 'internal',
		fields: {},
		exitCode: EXIT.failed,
	};
}

function describeApiError(error: ApiError, globals: Globals): Description {
	const { message, code, fields, status, requestId } = error;
	const common = { code, fields, exitCode: EXIT.failed };
	if (code === 'unreachable') {
		const { url, source } = serverOf(globals);
		const problem = problemOf(error, url);
		if (error instanceof UnconfirmedWrite) {
			const message = `${problem} It may have processed the request.`;
			return { ...common, message, hint: 'Check what has changed before you run the command again.' };
		}
		return { ...common, message: problem, hint: source && `Check the URL, which comes from ${source}.` };
	}
	if (status === 401)
		return {
			...common,
			message: 'The token is invalid or has expired.',
			hint: 'Sign in: dropwire login',
			exitCode: EXIT.notAllowed,
		};
	if (status === 403) return { ...common, message, exitCode: EXIT.notAllowed };
	return {
		...common,
		message,
		hint: status >= 500 && requestId ? `The server's log has details under ${requestId}.` : undefined,
	};
}

function problemOf(error: ApiError, url: string): string {
	const { status } = error;
	if (status >= 200 && status < 300) return `${url} does not answer like a Dropwire server of this version.`;
	if (status > 0) return `${url} answered ${status}, but not as Dropwire.`;
	return isLost(error) ? `${url} did not answer${reasonOf(error)}.` : `Could not connect to ${url}${reasonOf(error)}.`;
}

function reasonOf({ cause }: ApiError): string {
	const code = codeOf(cause);
	if (code) return ` (${code})`;
	return (cause as Error | undefined)?.name === 'TimeoutError' ? ' (timeout)' : '';
}

function serverOf(globals: Globals): { url: string; source?: string } {
	try {
		return chosenServer(globals) ?? { url: 'the server' };
	} catch {
		// The profile that was used has been removed since.
		return { url: 'the server' };
	}
}
