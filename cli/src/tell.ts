import { ApiError } from '@dropwire/bff/contract';
import { EXIT, type ExitCode, Failure } from './failure.ts';
import { codeOf } from './server/retries.ts';
import { onErr } from './terminal/colours.ts';
import { note, safe } from './terminal/output.ts';

/** Says on stderr what went wrong: in words, or with --json in the shape of the server's errors. @returns the exit code */
export function tell(error: unknown, json: boolean): ExitCode {
	const { message, hint, code, fields, exitCode } = described(error);
	if (json) {
		note(JSON.stringify({ error: { code, message, ...(Object.keys(fields).length > 0 && { fields }) } }));
		return exitCode;
	}
	const { red, dim } = onErr();
	note(`${red('error:')} ${safe(message)}`);
	if (hint) note(dim(safe(hint)));
	return exitCode;
}

interface Described {
	message: string;
	hint?: string | undefined;
	/** The server's code, or what kind of end it is. */
	code: string;
	fields: Readonly<Record<string, string>>;
	exitCode: ExitCode;
}

function described(error: unknown): Described {
	if (error instanceof Failure) {
		const { message, hint, exitCode } = error;
		const code = exitCode === EXIT.usage ? 'usage' : exitCode === EXIT.notAllowed ? 'unauthenticated' : 'failed';
		return { message, hint, code, fields: {}, exitCode };
	}
	if (error instanceof ApiError) return describedAnswer(error);
	const { message, stack } = error as Error;
	// Nothing that we expected: whoever reports it needs the stack.
	return {
		message: `Something went wrong in dropwire itself: ${message}`,
		hint: process.env['DEBUG'] ? stack : 'DEBUG=1 shows where.',
		code: 'internal',
		fields: {},
		exitCode: EXIT.failed,
	};
}

function describedAnswer(error: ApiError): Described {
	const { message, code, fields, status, requestId } = error;
	const own = { code, fields, exitCode: EXIT.failed };
	if (code === 'unreachable' && status === 0) {
		const why =
			codeOf(error.cause) || ((error.cause as Error | undefined)?.name === 'TimeoutError' ? 'no answer in time' : '');
		return {
			...own,
			message: `The server cannot be reached${why && ` (${why})`}.`,
			hint: 'Is the address right? See: dropwire status',
		};
	}
	if (status === 401)
		return {
			...own,
			message: 'The server does not know this token, or it is over.',
			hint: 'Sign in: dropwire login',
			exitCode: EXIT.notAllowed,
		};
	if (status === 403) return { ...own, message, exitCode: EXIT.notAllowed };
	return {
		...own,
		message,
		hint: status >= 500 && requestId ? `The server's log has more under ${requestId}.` : undefined,
	};
}
