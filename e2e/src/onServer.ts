/**
 * Whether the tests run on a database server. What hangs on no database, as how a page looks, is seen on the embedded one,
 * and once is enough.
 */
export const onServer = process.env['DATABASE_URL']?.startsWith('mysql:') === true;
