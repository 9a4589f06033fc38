import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onServer, openTestDatabase, openThroughProxy, type TestDatabase } from '../testing.ts';
import { isUnavailable, UncertainCommitError } from './errors.ts';

// Skipped on the embedded database, which has no connection to break.
describe.skipIf(!onServer)('a database server behind a network that fails', () => {
	let home: TestDatabase;
	let through: Awaited<ReturnType<typeof openThroughProxy>>;
	beforeAll(async () => {
		home = await openTestDatabase();
		through = await openThroughProxy(home.url);
	});
	afterAll(async () => {
		await through.close();
		await home.close();
	});
	const ask = () => through.db.knex('topics').count();
	const failure = (work: Promise<unknown>) =>
		work.then(
			() => null,
			(error: unknown) => error,
		);

	test('a broken connection is reported as unavailable', async () => {
		await ask();
		through.proxy.cut();
		expect(isUnavailable(await failure(ask()))).toBe(true);
		expect(isUnavailable(await failure(ask()))).toBe(true);
		through.proxy.heal();
		await ask();
		expect(isUnavailable(await failure(through.db.knex('no_such_table').select()))).toBe(false);
	});

	test('a commit without an answer is uncertain', async () => {
		const work = through.db.transaction(async (trx) => {
			await trx('topics').count();
			through.proxy.cut();
		});
		expect(await failure(work)).toBeInstanceOf(UncertainCommitError);
		through.proxy.heal();
	});

	test('a transaction that fails before its commit is rolled back', async () => {
		const work = through.db.transaction(async (trx) => {
			through.proxy.cut();
			await trx('topics').count();
		});
		const error = await failure(work);
		expect(error).not.toBeInstanceOf(UncertainCommitError);
		expect(isUnavailable(error)).toBe(true);
		through.proxy.heal();
	});

	test('MariaDB releases the locks of a paused process', async (context) => {
		const [[server]] = (await home.knex.raw('select version() as version')) as [{ version: string }[]];
		context.skip(!server?.version.includes('MariaDB'), 'MySQL has no setting for it');
		const paused = await through.db.knex.transaction();
		const lockRow = (trx: Knex.Transaction) => trx('topics').where({ id: 1 }).forUpdate().first('id');
		await lockRow(paused);
		expect(await home.transaction(lockRow)).toEqual({ id: 1 });
		expect(isUnavailable(await failure(lockRow(paused)))).toBe(true);
		await failure(paused.rollback());
	}, 60_000);

	test('hanging connections are dropped', async () => {
		await Promise.all(Array.from({ length: 10 }, ask));
		through.proxy.hang();
		const begun = performance.now();
		// Reads prepare their statement first.
		const read = () => through.db.read('select count(*) as topics from topics', []);
		const askAndRead = () => Array.from({ length: 15 }, (_, n) => (n % 2 === 0 ? ask() : read()));
		const failures = await Promise.all(askAndRead().map(failure));
		expect(performance.now() - begun).toBeLessThan(20_000);
		expect(failures.map(isUnavailable)).toEqual(failures.map(() => true));
		through.proxy.heal();
		// The old connections still hang: using one would take ten seconds.
		const again = performance.now();
		await Promise.all(askAndRead());
		expect(performance.now() - again).toBeLessThan(8000);
	}, 60_000);
});
