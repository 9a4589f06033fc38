import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import {
	httpUrl,
	loadEnvFile,
	logSettings,
	readArguments,
	readSettings,
	SettingsError,
	wholeNumber,
} from './settings.ts';

const shape = {
	NAME: z.string(),
	...logSettings,
	PORT: wholeNumber(1, 65535).default(3000),
	PUBLIC_URL: httpUrl().optional(),
};

test('unset and empty settings take their defaults', () => {
	expect(readSettings(shape, { NAME: 'a', PORT: ' ' })).toEqual({ NAME: 'a', LOG_LEVEL: 'info', PORT: 3000 });
});

test('values are trimmed and converted to their types', () => {
	expect(readSettings(shape, { NAME: 'a', PORT: ' 8080 ', PUBLIC_URL: 'https://drop.example/' })).toMatchObject({
		PORT: 8080,
		PUBLIC_URL: 'https://drop.example',
	});
});

test('a settings file with a byte order mark is read completely', () => {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-env-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	for (const name of ['DROPWIRE_FIRST', 'DROPWIRE_SECOND']) vi.stubEnv(name, undefined);
	vi.stubEnv('DROPWIRE_SET', 'before');
	onTestFinished(() => void vi.unstubAllEnvs());
	const file = join(folder, '.env');
	writeFileSync(file, '\uFEFFDROPWIRE_FIRST=1\r\nDROPWIRE_SECOND="two words"\r\nDROPWIRE_SET=after\r\n');
	loadEnvFile(file);
	const { DROPWIRE_FIRST, DROPWIRE_SECOND, DROPWIRE_SET } = process.env;
	expect([DROPWIRE_FIRST, DROPWIRE_SECOND, DROPWIRE_SET]).toEqual(['1', 'two words', 'before']);
	loadEnvFile(join(folder, 'none'));
});

test('a secret can be in a file; what is set itself counts first', () => {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-secret-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const file = (text: string) => {
		writeFileSync(join(folder, 'name'), text);
		return join(folder, 'name');
	};
	expect(readSettings(shape, { NAME_FILE: file('from a file\n') }).NAME).toBe('from a file');
	expect(readSettings(shape, { NAME_FILE: file('from a file'), NAME: 'itself' }).NAME).toBe('itself');
	expect(() => readSettings(shape, { NAME_FILE: file('\n') })).toThrow(
		/^Invalid configuration: NAME_FILE: .* is empty$/,
	);
	const missing = join(folder, 'none');
	expect(() => readSettings(shape, { NAME_FILE: missing })).toThrow(`NAME_FILE: ${missing} cannot be read (ENOENT)`);
});

test('every invalid setting is named in one line', () => {
	const read = () => readSettings(shape, { PORT: '70000', LOG_LEVEL: 'loud', PUBLIC_URL: 'ftp://x' });
	expect(read).toThrow(SettingsError);
	expect(read).toThrow(
		/^Invalid configuration: NAME must be set; LOG_LEVEL must be one of fatal.*; PORT must be a whole number.*; PUBLIC_URL must be an http.*$/,
	);
});

test('a program prints its usage for --help, and rejects arguments that it does not have', () => {
	const usage = 'Usage: npm run thing\n\nDoes a thing.';
	const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
		throw new Error('ended');
	});
	const print = vi.spyOn(console, 'log').mockReturnValue();
	onTestFinished(() => void vi.restoreAllMocks());
	expect(() => readArguments(usage, {}, { args: ['--help'] })).toThrow('ended');
	expect([exit.mock.calls, print.mock.calls]).toEqual([[[0]], [[usage]]]);
	const read = (name: string) => () => readArguments(usage, {}, { args: [name] });
	expect(read('--hlep')).toThrow(/^Unknown option '--hlep'\. Usage: npm run thing$/);
	expect(read('now')).toThrow(/^Unexpected argument 'now'\. .*Usage: npm run thing$/);
	expect(read('now')).toThrow(SettingsError);
	expect(readArguments(usage, { now: { type: 'boolean' } }, { args: ['--now'] }).values).toEqual({ now: true });
});
