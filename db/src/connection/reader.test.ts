import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing.ts';

let db: TestDatabase;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db.close());

const name = async (guildId: string) => {
	const rows = await db.read<{ name: string }>('select g.name from guilds g where g.guildId = ?', [guildId]);
	return rows[0]?.name;
};

test('a read returns plain rows with every column, and 0 and 1 for booleans', async () => {
	await db.knex('users').insert({ discordId: '1', admin: true, createdAt: 2 });
	const rows = await db.read(
		'select u.discordId, u.admin, u.createdAt, u.createdBy from users u where u.admin = ?',
		[1],
	);
	expect(rows).toEqual([{ discordId: '1', admin: 1, createdAt: 2, createdBy: null }]);
});

test('a read sees what is committed, at once, and does not wait for an open transaction', async () => {
	await db.knex('guilds').insert({ guildId: '1', name: 'before', updatedAt: 1 });
	expect(await name('1')).toBe('before');
	await db.transaction(async (trx) => {
		await trx('guilds').where({ guildId: '1' }).update({ name: 'after' });
		expect(await name('1')).toBe('before');
	});
	expect(await name('1')).toBe('after');
});

test('a read only reads', async () => {
	if (db.dialect === 'mysql') return;
	await expect(db.read('delete from guilds', [])).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
});
