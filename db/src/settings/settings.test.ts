import { expect, test } from 'vitest';
import { databaseSettings, httpUrl, readSettings, SettingsError, wholeNumber } from './settings.ts';

const shape = { ...databaseSettings, PORT: wholeNumber(1, 65535).default(3000), PUBLIC_URL: httpUrl().optional() };

test('unset and empty settings take their defaults', () => {
	expect(readSettings(shape, { PORT: ' ' })).toEqual({ DATA_DIR: '.data', PORT: 3000 });
});

test('what is set is read, trimmed and put in its type', () => {
	expect(readSettings(shape, { PORT: ' 8080 ', PUBLIC_URL: 'https://drop.example/' })).toMatchObject({
		PORT: 8080,
		PUBLIC_URL: 'https://drop.example',
	});
});

test('every wrong setting is named in one line', () => {
	const read = () => readSettings(shape, { PORT: '70000', DATABASE_URL: 'postgres://x', PUBLIC_URL: 'ftp://x' });
	expect(read).toThrow(SettingsError);
	expect(read).toThrow(
		/^Wrong setting\. DATABASE_URL: must be mysql.*; PORT: must be a whole number.*; PUBLIC_URL: must be an http.*$/,
	);
});
