import { expect, test } from 'vitest';
import { readServerSettings } from './settings.ts';

test('production refuses the sandbox, the generated secret and an unnamed SQLite, all in one line', () => {
	expect(() => readServerSettings({ NODE_ENV: 'production' })).toThrow(
		/^Wrong setting for production\. DISCORD_CLIENT_ID.*; SECRET_KEY.*; DATABASE_URL.*$/,
	);
	const fine = {
		NODE_ENV: 'production',
		DISCORD_CLIENT_ID: '1',
		DISCORD_CLIENT_SECRET: '2',
		SECRET_KEY: 'x'.repeat(32),
		DATABASE_URL: 'sqlite:/var/lib/dropwire.sqlite',
	};
	expect(readServerSettings(fine)).toMatchObject({ production: true, DISCORD_URL: 'https://discord.com' });
});
