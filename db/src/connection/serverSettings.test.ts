import { expect, test, vi } from 'vitest';
import { checkMigrated, migrate } from '../migrate.ts';
import { onServer, openTestDatabase } from '../testing.ts';
import { checkServerSettings, settingProblems } from './serverSettings.ts';

const NEEDED = {
	flushLog: 1,
	binLog: 0,
	syncBinlog: 0,
	maxPacket: 64 * 1024 * 1024,
	isolation: 'READ-COMMITTED',
	timeZone: '+00:00',
	charset: 'utf8mb4',
	nativeForeignKeys: null,
};

test('each server setting that differs is named with the value to set', () => {
	expect(settingProblems(NEEDED)).toEqual([]);
	expect(settingProblems({ ...NEEDED, flushLog: 2 })).toEqual([
		expect.stringMatching(/^innodb_flush_log_at_trx_commit is 2: .* Set it to 1\.$/),
	]);
	expect(settingProblems({ ...NEEDED, binLog: 1 })).toEqual([expect.stringMatching(/^sync_binlog is 0 /)]);
	expect(settingProblems({ ...NEEDED, maxPacket: 1_048_576 })).toEqual([
		expect.stringMatching(/^max_allowed_packet is 1048576: .* at least 16777216\.$/),
	]);
	expect(settingProblems({ ...NEEDED, nativeForeignKeys: 'ON' })).toEqual([]);
	expect(settingProblems({ ...NEEDED, nativeForeignKeys: 'OFF' })).toEqual([
		expect.stringMatching(/^innodb_native_foreign_keys is OFF: .*=ON\.$/),
	]);
	expect(
		settingProblems({ ...NEEDED, charset: 'latin1', isolation: 'REPEATABLE-READ', timeZone: 'SYSTEM' }),
	).toHaveLength(3);
});

test('connections set their isolation and time zone', async () => {
	const db = await openTestDatabase();
	try {
		const problems = await checkServerSettings(db);
		if (!onServer) expect(problems).toEqual([]);
		expect(problems.filter((line) => /isolation|time_zone|character set/.test(line))).toEqual([]);
	} finally {
		await db.close();
	}
});

test.runIf(onServer)('TiDB is refused at the start and by a migration', async () => {
	const db = await openTestDatabase();
	try {
		const version = '8.0.11-TiDB-v8.5.1';
		vi.spyOn(db.knex, 'raw').mockResolvedValue([[{ version }]]);
		const refused = /^DATABASE_URL: the server is TiDB \(8\.0\.11-TiDB-v8\.5\.1\), .* Use MySQL 8, or MariaDB/;
		for (const start of [checkMigrated, migrate]) await expect(start(db)).rejects.toThrow(refused);
	} finally {
		vi.restoreAllMocks();
		await db.close();
	}
});
