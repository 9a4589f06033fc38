import { parseEnv } from 'node:util';
import { serverSettings } from '@dropwire/bff/settings';
import { botSettings } from '@dropwire/bot/settings';
import { readSettings } from '@dropwire/domain/settings';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { envExample } from './envExample.ts';

/** Wrong for most settings; some accept any text. */
const WRONG = ['?', 'ftp://drop.example', 'x'.repeat(3000), 'https://drop.example, ?'];

test.each(Object.entries({ ...serverSettings, ...botSettings }))(
	'%s: the error of a wrong value names the setting and its format',
	(name, schema) => {
		for (const value of WRONG) {
			const outcome = z.object({ [name]: schema }).safeParse({ [name]: value });
			if (outcome.success) continue;
			expect(() => readSettings({ [name]: schema }, { [name]: value })).toThrow(
				new RegExp(`^Invalid configuration: ${name}(: value \\d+)? must (be|begin|end|have) .+$`),
			);
		}
	},
);

test('each value that .env.example shows is the default when it is set', () => {
	const shape = { ...botSettings, ...serverSettings };
	const shown = parseEnv(envExample().replaceAll(/^#(?=\w+=)/gm, ''));
	expect(Object.keys(shown).toSorted()).toEqual(Object.keys(shape).toSorted());
	const required = { DISCORD_BOT_TOKEN: 'token', BFF_TOKEN: 'token' };
	expect(readSettings(shape, { ...shown, ...required })).toEqual(readSettings(shape, required));
});
