import { type Logger, pino } from 'pino';

/** The log, as lines of JSON. Of an error only what explains it: Discord's carry addresses with tokens and whole bodies. */
export function createLog(level: string): Logger {
	return pino({
		level,
		base: { room: 'bot' },
		serializers: {
			err: (error: Error & { code?: unknown; status?: unknown }) => ({
				type: error.name,
				message: error.message,
				code: error.code,
				status: error.status,
				stack: error.stack,
			}),
		},
	});
}
