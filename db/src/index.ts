export { type Database, openDatabase, type OpenOptions } from './connection/open.ts';
export { migrate, rollbackAll } from './migrate.ts';
export * from './models/index.ts';
export { generatedSecretKey } from './secrets/secretKey.ts';
export { createVault, type Vault } from './secrets/vault.ts';
export {
	databaseSettings,
	httpUrl,
	loadEnvFile,
	readSettings,
	SettingsError,
	wholeNumber,
} from './settings/settings.ts';
export { isUniqueViolation, wrapError } from './connection/errors.ts';
export type { Knex } from 'knex';
export { ForeignKeyViolationError, NotFoundError, UniqueViolationError } from 'objection';
