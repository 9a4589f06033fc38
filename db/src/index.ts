export { checkServerSettings } from './connection/serverSettings.ts';
export { refreshStatistics } from './statistics.ts';
export { databaseClock, readDatabaseClock } from './connection/clock.ts';
export { columnContains, columnEndsWith } from './connection/like.ts';
export { limitedPart } from './connection/limitedPart.ts';
export { tableByIndex } from './connection/tableByIndex.ts';
export { type Database, openAlone, openDatabase, type OpenOptions } from './connection/open.ts';
export { checkMigrated, migrate } from './migrate.ts';
export { folderError } from './folderError.ts';
export * from './models/index.ts';
export { checkSecretKey, WEBHOOK_SEALED_AS } from './checkSecretKey.ts';
export { generatedSecretKey } from './secrets/secretKey.ts';
export { createVault, type Vault } from './secrets/vault.ts';
export { databaseOptions, databaseSettings, existingDatabaseOptions } from './settings.ts';
export {
	describeFailure,
	isDamaged,
	isTransient,
	isUnavailable,
	isUniqueViolation,
	UncertainCommitError,
	wrapError,
} from './connection/errors.ts';
export type { Knex } from 'knex';
export { ForeignKeyViolationError, NotFoundError, UniqueViolationError } from 'objection';
