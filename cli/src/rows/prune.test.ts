import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from '@dropwire/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice, webhookUrl } from '../testing.ts';

const HEADER = 'brand,category,region,status,label,value,options';
const HOLD = 'NIKE,SHOES,US,HOLD';
const ROWS = 20;

let office: Office;
let fixture: CliFixture;
/** The export at the start of each test. */
let all: string;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
beforeEach(async () => {
	const rows = Array.from({ length: ROWS }, (_, n) => ({
		action: 'SET',
		brand: 'NIKE',
		category: 'SHOES',
		region: 'US',
		status: 'HOLD',
		label: `row ${String(n).padStart(2, '0')}`,
		value: webhookUrl(n),
	}));
	await office.ada.api.bulkWebhooks({ rows });
	all = await exported();
});
afterAll(() => office.close());

const importing = (input: string, ...args: string[]) =>
	fixture.run(['webhooks', 'import', '--prune', ...args], { input });
const exported = async (...args: string[]) => (await fixture.run(['webhooks', 'export', ...args])).out;
/** A complete export without its last `count` rows. */
const without = (count: number) => {
	const lines = all.trimEnd().split('\n');
	return `${[...lines.slice(0, -1 - count), lines.at(-1)].join('\n')}\n`;
};

test('a failed export leaves the older file unchanged', async () => {
	const { data } = await office.ada.api.tokenCreate({ name: 'reader', scopes: ['read'] });
	const file = join(fixture.home, 'older.csv');
	writeFileSync(file, all);
	for (const [env, code, formats] of [
		// Each export tries again for a second.
		[{ DROPWIRE_URL: `http://127.0.0.1:${await freePort()}` }, 1, ['csv']],
		[{ DROPWIRE_TOKEN: data.token }, 3, ['csv', 'json', 'ndjson']],
	] as const) {
		for (const format of formats) {
			const ran = await fixture.run(['webhooks', 'export', '--format', format], { env });
			expect(ran).toMatchObject({ code, out: '' });
		}
		expect(await fixture.run(['webhooks', 'export', '-o', file], { env })).toMatchObject({ code });
		expect(await fixture.run(['webhooks', 'import', file, '--dry-run'])).toMatchObject({
			err: expect.stringContaining(`${ROWS} unchanged`),
		});
		const fresh = join(fixture.home, 'fresh.csv');
		await fixture.run(['webhooks', 'export', '-o', fresh], { env });
		expect(existsSync(fresh)).toBe(false);
	}
}, 300_000);

test.each(['csv', 'ndjson'])(
	'a %s export that was cut off is refused, also where only the end is missing',
	async (format) => {
		const text = await exported('--format', format);
		const lines = text.trimEnd().split('\n');
		for (const kept of [lines.length - 1, 2]) {
			const cut = `${lines.slice(0, kept).join('\n')}\n`;
			expect(await importing(cut, '--yes', '--max-removals', '100')).toEqual({
				code: 1,
				out: '',
				err: expect.stringContaining('The file does not end with #end: it may have been cut off'),
			});
			// Without --prune the import can remove nothing.
			const kind = await fixture.run(['webhooks', 'import', '--dry-run', '--format', format], { input: cut });
			expect(kind).toMatchObject({ code: 0, err: expect.stringContaining('0 to remove') });
		}
		expect(await exported()).toBe(all);
	},
);

test('--prune accepts a handwritten file that ends with #end', async () => {
	const hand = without(1).replace('#end,,,,,,\n', '');
	expect((await importing(hand, '--yes')).err).toContain('If the file is complete, add it as the last line');
	expect(await importing(`${hand}#end\n`, '--yes')).toMatchObject({ code: 0, err: expect.stringContaining('Done: 1') });
	const early = await importing(`${HEADER}\n#end\n${HOLD},x,${webhookUrl(99)}\n`, '--yes');
	expect(early).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Line 3: there are rows after #end') });
});

test.each([
	['a CSV of its first line', `${HEADER}\n`],
	['a CSV without rows', `${HEADER}\n#end,,,,,,\n`],
	['an empty JSON list', '[]\n'],
	['NDJSON without rows', '{"#end":true}\n'],
])('%s removes nothing', async (_, text) => {
	const ran = await importing(text, '--yes', '--max-removals', '100');
	expect(ran).toEqual({ code: 1, out: '', err: expect.stringContaining('The file has no rows') });
	expect(await exported()).toBe(all);
});

test('removing more than 10 % requires --max-removals, also with --yes', async () => {
	const tooMany = await importing(without(3), '--yes');
	expect(tooMany).toMatchObject({
		code: 2,
		err: expect.stringMatching(/3 of 20 webhooks would be removed, which is more than 10 %.*--max-removals 3/s),
	});
	expect(await importing(without(3), '--yes', '--max-removals', '2')).toMatchObject({
		code: 2,
		err: expect.stringContaining('--max-removals allows 2'),
	});
	expect(await importing(without(3), '--dry-run')).toMatchObject({
		code: 0,
		err: expect.stringMatching(/more than 10 %.*--max-removals 3.*Dry run: nothing was changed/s),
	});
	expect(await importing(without(1), '--yes', '--max-removals', '0')).toMatchObject({ code: 2 });
	expect(await exported()).toBe(all);
	expect(await importing(without(2), '--yes')).toMatchObject({ code: 0 });
	// Two more than 10 % of the 18 rows in the groups: the limit depends on the groups, not on the file.
	const narrow = ['--brand', 'nike', '--status', 'hold'];
	expect(await importing(without(4), '--yes', ...narrow)).toMatchObject({ code: 2 });
	expect(await importing(without(4), '--yes', '--max-removals', '2', ...narrow)).toMatchObject({ code: 0 });
	expect(await exported()).toBe(without(4));
});

test('--backup saves the rows before they are removed, for an import that restores them', async () => {
	const backup = join(fixture.home, 'backup.csv');
	const removing = ['--yes', '--max-removals', '3', '--backup'];
	expect(await importing(without(3), ...removing, '-')).toMatchObject({ code: 2, out: '' });
	const planned = await importing(without(3), '--dry-run', '--quiet', '--backup', backup);
	expect(planned.err).toBe('0 to add, 0 to change, 3 to remove, 17 unchanged.\n');
	expect(existsSync(backup)).toBe(false);
	expect(await importing(without(3), ...removing, backup)).toMatchObject({ code: 0 });
	expect(await exported()).toBe(without(3));
	expect(readFileSync(backup, 'utf8')).toBe(all);
	expect(await fixture.run(['webhooks', 'import', backup, '--prune', '--yes'])).toMatchObject({ code: 0 });
	expect(await exported()).toBe(all);
});

test('a terminal asks to type the number of removed rows', async () => {
	const file = join(fixture.home, 'typed.csv');
	writeFileSync(file, without(2));
	const typing = (input: string) =>
		fixture.runInTerminal(['webhooks', 'import', file, '--prune'], { input, env: { NO_COLOR: '1' } });
	const yes = await typing('y\n');
	expect(yes).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was changed') });
	expect(stripVTControlCharacters(yes.out)).toContain('2 webhooks will be removed. Type 2 to continue:');
	expect(await exported()).toBe(all);
	expect(await typing('2\n')).toMatchObject({ code: 0, out: expect.stringContaining('Done: 2 webhooks') });
	expect(await exported()).toBe(without(2));
});
