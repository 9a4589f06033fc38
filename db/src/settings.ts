import { z } from 'zod';
import type { OpenOptions } from './connection/open.ts';
import { generatedSecretKey } from './secrets/secretKey.ts';

/** The settings of the database, shared by every process that opens it. */
export const databaseSettings = {
	DATABASE_URL: z
		.string()
		.regex(/^(mysql:\/\/[^/]+\/\w+|sqlite:.*)$/, 'must be mysql://user:password@host:port/name or sqlite:path')
		.optional()
		.meta({
			description:
				'`mysql://user:password@host:port/name` (MySQL 8, MariaDB 10.6 or later), or `sqlite:path`; without it, SQLite in DATA_DIR',
		}),
	DATA_DIR: z.string().default('.data').meta({
		description:
			'Folder of the embedded database, the generated secret, and the journal of sent messages that the engines of one machine share',
	}),
	SECRET_KEY: z.string().min(32, 'must have 32 characters or more').optional().meta({
		description:
			'Signs cookies and encrypts webhook URLs and tokens; generated into DATA_DIR when unset, required in production',
	}),
	SECRET_KEY_PREVIOUS: z.string().min(32, 'must have 32 characters or more').optional().meta({
		description:
			'The key before SECRET_KEY, still accepted for reading; until `npm run rotate-key` says that it can go',
	}),
};

/** Converts the settings to the options of `openDatabase`. */
export function databaseOptions(settings: z.output<z.ZodObject<typeof databaseSettings>>): OpenOptions {
	return {
		url: settings.DATABASE_URL,
		dataDir: settings.DATA_DIR,
		secretKey: settings.SECRET_KEY ?? generatedSecretKey(settings.DATA_DIR),
		previousSecretKey: settings.SECRET_KEY_PREVIOUS,
	};
}
