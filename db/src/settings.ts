import { SettingsError } from '@dropwire/domain/settings';
import { z } from 'zod';
import type { OpenOptions } from './connection/open.ts';
import { generatedSecretKey, readSecretKey } from './secrets/secretKey.ts';

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

type DatabaseSettings = z.output<z.ZodObject<typeof databaseSettings>>;

/** Converts the settings to the options of `openDatabase`. */
export function databaseOptions(settings: DatabaseSettings): OpenOptions {
	return {
		url: settings.DATABASE_URL,
		dataDir: settings.DATA_DIR,
		secretKey: settings.SECRET_KEY ?? generatedSecretKey(settings.DATA_DIR),
		previousSecretKey: settings.SECRET_KEY_PREVIOUS,
	};
}

/**
 * `databaseOptions` for commands on existing data, which a newly generated key would not open.
 * @throws SettingsError when there is no key
 */
export function existingDatabaseOptions(settings: DatabaseSettings): OpenOptions {
	const secretKey = settings.SECRET_KEY ?? readSecretKey(settings.DATA_DIR);
	if (secretKey === null) {
		throw new SettingsError(
			`SECRET_KEY is not set, and ${settings.DATA_DIR} has no generated one (secret.key). Set it to the key of the servers ` +
				'and engines.',
		);
	}
	return databaseOptions({ ...settings, SECRET_KEY: secretKey });
}
