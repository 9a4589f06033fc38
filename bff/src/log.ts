import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * The server's log. A parser error contains the bytes of the request, with its cookies and tokens, so the log always
 * omits them.
 */
export function createLog(level: string, to?: DestinationStream): Logger {
	const options = { level, redact: { paths: ['err.rawPacket', 'error.rawPacket'], remove: true } };
	return to ? pino(options, to) : pino(options);
}
