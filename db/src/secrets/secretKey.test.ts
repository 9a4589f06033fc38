import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseOptions, existingDatabaseOptions } from '../settings.ts';

let DATA_DIR: string;
let file: string;
beforeEach(() => {
	DATA_DIR = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	file = join(DATA_DIR, 'secret.key');
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

test('the first start generates a private key for later starts', () => {
	const { secretKey } = databaseOptions({ DATA_DIR });
	expect(secretKey).toMatch(/^[\da-f]{64}$/);
	expect(databaseOptions({ DATA_DIR }).secretKey).toBe(secretKey);
	expect(existingDatabaseOptions({ DATA_DIR }).secretKey).toBe(secretKey);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(readdirSync(DATA_DIR)).toEqual(['secret.key']);
});

test.each(['', '\n', '0123456789abcdef'])('a key file with %j is rejected and unchanged', (text) => {
	writeFileSync(file, text);
	for (const options of [databaseOptions, existingDatabaseOptions]) {
		expect(() => options({ DATA_DIR })).toThrow(`${file} is incomplete: a key has 32 characters or more.`);
	}
	expect(readFileSync(file, 'utf8')).toBe(text);
});
