import { existsSync } from 'node:fs';
import { z } from 'zod';

/** A wrong setting; the message is one line for the person who starts the process. */
export class SettingsError extends Error {
	override name = 'SettingsError';
}

/**
 * Reads settings from the environment (and `.env` beside it, which never overrides what is set) and checks them all
 * at once. A room declares its settings as a zod shape with `.meta({ description })`; the shapes of the rooms below it
 * are spread into it, so each setting stands in one place.
 * @throws SettingsError naming every wrong setting, in one line
 */
export function readSettings<Shape extends z.ZodRawShape>(
	shape: Shape,
	env: NodeJS.ProcessEnv = process.env,
): Readonly<z.output<z.ZodObject<Shape>>> {
	const given = Object.fromEntries(
		Object.keys(shape).flatMap((name) => {
			const value = env[name]?.trim();
			return value ? [[name, value]] : [];
		}),
	);
	const result = z.object(shape).safeParse(given);
	if (result.success) return Object.freeze(result.data);
	const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
	throw new SettingsError(`Wrong setting. ${wrong.join('; ')}`);
}

/** Loads `.env` of the current folder, where there is one, into the process's environment. */
export function loadEnvFile(): void {
	if (existsSync('.env')) process.loadEnvFile('.env');
}

/** A whole number from `low` to `high`, given as text. */
export function wholeNumber(low: number, high: number) {
	return z
		.string()
		.regex(/^\d+$/, `must be a whole number from ${low} to ${high}`)
		.transform(Number)
		.refine((value) => value >= low && value <= high, `must be a whole number from ${low} to ${high}`);
}

/** An origin or base address, kept without its trailing slash. */
export function httpUrl() {
	return z
		.url({ protocol: /^https?$/, error: 'must be an http or https address' })
		.transform((value) => value.replace(/\/+$/, ''));
}

/** Settings of the data's home, shared by every process that opens it. */
export const databaseSettings = {
	DATABASE_URL: z
		.string()
		.regex(/^(mysql:\/\/[^/]+\/\w+|sqlite:.*)$/, 'must be mysql://user:password@host:port/name or sqlite:path')
		.optional()
		.meta({
			description:
				'`mysql://user:password@host:port/name` (MySQL 8, MariaDB 10.6 or later), or `sqlite:path`; without it, SQLite in DATA_DIR',
		}),
	DATA_DIR: z
		.string()
		.default('.data')
		.meta({ description: 'Folder of the embedded database and of the generated secret' }),
	SECRET_KEY: z.string().min(32, 'must have 32 characters or more').optional().meta({
		description:
			'Signs cookies and encrypts webhook URLs and tokens; generated into DATA_DIR when unset, required in production',
	}),
};
