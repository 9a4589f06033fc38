/**
 * Whether the tests run on a database server. Tests that do not depend on the database run only on the embedded one.
 */
export const onServer = process.env['DATABASE_URL']?.startsWith('mysql:') === true;
