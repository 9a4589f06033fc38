import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Delivery } from '@dropwire/db';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useDeliveries } from '../testing/deliveries.ts';
import { Journal } from './journal.ts';
import { Journals } from './replay.ts';

const log = pino({ level: 'silent' });
const entry = (deliveryId: number, queuedAt = 1, webhookId = 7) => ({
	deliveryId,
	queuedAt,
	webhookId,
	attempts: 1,
	sentAt: 1_790_000_000_000,
	discordMessageId: String(10n ** 18n + BigInt(deliveryId)),
	edit: false,
	postId: null,
});

/** Files cannot grow beyond this size while it works: as on a full disk, the part that fits is written. */
function withFilesUpTo(bytes: number, work: () => void): void {
	const limit = (value: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${value}:`]);
	limit(String(bytes));
	try {
		work();
	} finally {
		limit('unlimited');
	}
}

// No other system has `prlimit`.
describe.runIf(process.platform === 'linux')('on a full disk', () => {
	let folder: string;
	let journal: Journal;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
		journal = new Journal(folder, 'full', log);
	});
	afterEach(() => rmSync(folder, { recursive: true }));
	const accept = (...ids: number[]) => {
		for (const id of ids) journal.accepted(entry(id));
		journal.write();
	};
	const file = () => readFileSync(join(folder, 'full.sent'), 'utf8');
	/** The deliveries of the complete lines. */
	const saved = () => [...file().matchAll(/^(\d+) 1 1 1790000000000 1\d{18} webhook=7$/gm)].map(([, id]) => Number(id));

	test('what fits is kept, and the rest is written as soon as there is space, without another message', async () => {
		accept(1);
		withFilesUpTo(100, () => {
			accept(2, 3);
			expect(saved()).toEqual([1, 2]);
			expect(file()).toHaveLength(100);
			journal.recorded([entry(2)]);
			accept(4);
		});
		await expect.poll(saved).toEqual([1, 3, 4]);
		accept(5);
		expect(saved()).toEqual([1, 3, 4, 5]);
		journal.close();
	});

	test('a compaction that does not fit keeps the file as it is', () => {
		const ids = Array.from({ length: 8000 }, (_, n) => n + 1);
		accept(...ids);
		withFilesUpTo(100_000, () => journal.recorded(ids.slice(0, 10).map((id) => entry(id))));
		expect(saved()).toEqual(ids);
		expect(readdirSync(folder)).toEqual(['full.sent']);
		accept(9000);
		expect(saved()).toEqual([...ids, 9000]);
		journal.close();
	});
});

describe.runIf(process.platform === 'linux')('after a kill on a full disk', () => {
	const deliveries = useDeliveries();

	test('a folder in place of a journal is named in one line, with what to do', async () => {
		await deliveries.withWebhooks(1);
		const { db } = deliveries.fixture;
		const folder = join(db.dataDir, 'journal');
		mkdirSync(join(folder, 'killed.sent'), { recursive: true });
		await expect(new Journals(db, log, folder).replay('killed')).rejects.toThrow(
			/^The journal of sent messages \S+killed\.sent must be a file that this user can read, but it is not \(EISDIR\)\. [^\n]+$/,
		);
	});

	test('only the message whose line is cut off is sent again', async () => {
		await deliveries.withWebhooks(3);
		await deliveries.publish();
		const { db, start, sandbox } = deliveries.fixture;
		const rows = await Delivery.query(db.knex).orderBy('id');
		const journal = new Journal(join(db.dataDir, 'journal'), 'killed', log);
		for (const { id, queuedAt, webhookId } of rows) journal.accepted(entry(id, queuedAt, webhookId as number));
		const line = `1 ${rows[0]?.queuedAt} 1 1790000000000 1000000000000000001 webhook=1\n`;
		// Without its last digit, the last webhook is another one.
		withFilesUpTo(3 * line.length - 2, () => journal.write());
		await start();
		await deliveries.settled(3);
		const [sent, ...more] = await sandbox.control.messages();
		expect(more).toEqual([]);
		const ids = (await Delivery.query(db.knex).orderBy('id')).map(({ discordMessageId }) => discordMessageId);
		expect(ids).toEqual(['1000000000000000001', '1000000000000000002', sent?.id]);
	});
});
