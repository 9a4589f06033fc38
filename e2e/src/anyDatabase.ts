import { test } from 'vitest';

/** A test of what hangs on no database, as how a page looks: on the embedded one it is seen, and once is enough. */
export const onAnyDatabase = test.skipIf(process.env['DATABASE_URL']?.startsWith('mysql:'));
