export { type Database, openDatabase, type OpenOptions } from './connection/open.ts';
export { migrate, rollbackAll } from './migrate.ts';
export { generatedSecretKey } from './secrets/secretKey.ts';
export { createVault, type Vault } from './secrets/vault.ts';
