import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Logs JSON lines. For errors it logs only these fields, because Discord's errors also contain URLs with tokens and
 * request bodies.
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
	const options = {
		level,
		base: { process: 'bot' },
		serializers: {
			err: (error: Error & { code?: unknown; status?: unknown }) => ({
				type: error.name,
				message: error.message,
				code: error.code,
				status: error.status,
				stack: error.stack,
			}),
		},
	};
	return stream ? pino(options, stream) : pino(options);
}
