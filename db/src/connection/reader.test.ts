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

test('a read returns plain rows with 0 and 1 for booleans', async () => {
	await db.knex('users').insert({ discordId: '1', admin: true, createdAt: 2 });
	const rows = await db.read(
		'select u.discordId, u.admin, u.createdAt, u.createdBy from users u where u.admin = ?',
		[1],
	);
	expect(rows).toEqual([{ discordId: '1', admin: 1, createdAt: 2, createdBy: null }]);
});

test('a read sees committed rows and does not wait for transactions', async () => {
	await db.knex('guilds').insert({ guildId: '1', name: 'before', updatedAt: 1 });
	expect(await name('1')).toBe('before');
	await db.transaction(async (trx) => {
		await trx('guilds').where({ guildId: '1' }).update({ name: 'after' });
		expect(await name('1')).toBe('before');
	});
	expect(await name('1')).toBe('after');
});

test('a read cannot write', async () => {
	if (db.dialect === 'mysql') return;
	await expect(db.read('delete from guilds', [])).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
});

test('reads by key share a statement', async () => {
	const ids = Array.from({ length: 50 }, (_, n) => String(100 + n));
	await db.knex('guilds').insert(ids.map((guildId) => ({ guildId, name: `guild ${guildId}`, updatedAt: 1 })));
	let statements = 0;
	const count = () => void statements++;
	db.knex.on('query', count);
	const nameBy = async (guildId: string) => {
		const rows = await db.readBy<{ name: string }>('select g.name from guilds g where g.guildId = ?', guildId);
		return rows.map((row) => row.name);
	};
	const asked = [...ids, '100', 'unknown'];
	expect(await Promise.all(asked.map(nameBy))).toEqual([...ids.map((id) => [`guild ${id}`]), ['guild 100'], []]);
	// Those of the embedded database are not knex's.
	if (db.dialect === 'mysql') expect(statements).toBe(2);
	db.knex.off('query', count);
	// Asked for after a change, so it sees the change.
	await db.knex('guilds').where({ guildId: '100' }).update({ name: 'renamed' });
	expect(await nameBy('100')).toEqual(['renamed']);
	const wrong = Promise.all(
		['1', '2'].map((key) => db.readBy('select g.nothing from guilds g where g.guildId = ?', key)),
	);
	await expect(wrong).rejects.toThrow(/nothing/);
});
