import { expect, test } from 'vitest';
import { z } from 'zod';
import { httpUrl, logSettings, readSettings, SettingsError, wholeNumber } from './settings.ts';

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

test('every invalid setting is named in one line', () => {
	const read = () => readSettings(shape, { PORT: '70000', LOG_LEVEL: 'loud', PUBLIC_URL: 'ftp://x' });
	expect(read).toThrow(SettingsError);
	expect(read).toThrow(
		/^Invalid configuration: NAME must be set; LOG_LEVEL must be one of fatal.*; PORT must be a whole number.*; PUBLIC_URL must be an http.*$/,
	);
});
