import { expect, test } from 'vitest';
import { readServerSettings } from './settings.ts';

test('production refuses the sandbox, the generated secret and an unnamed SQLite, all in one line', () => {
	expect(() => readServerSettings({ NODE_ENV: 'production' })).toThrow(
		/^Invalid configuration for production: DISCORD_CLIENT_ID.*; SECRET_KEY.*; DATABASE_URL.*$/,
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

test('an https PUBLIC_URL without a trusted proxy is rejected in one line, since sign-in would fail', () => {
	const env = { PUBLIC_URL: 'https://drop.example' };
	for (const TRUST_PROXY of [undefined, '0']) {
		expect(() => readServerSettings({ ...env, TRUST_PROXY, SECRET_KEY: 'x'.repeat(32) })).toThrow(
			/^Invalid configuration: TRUST_PROXY is 0 but PUBLIC_URL is https:\/\/drop\.example: .* Set TRUST_PROXY to .*$/,
		);
	}
	expect(readServerSettings({ ...env, TRUST_PROXY: '1', SECRET_KEY: 'x'.repeat(32) })).toMatchObject({
		TRUST_PROXY: 1,
	});
	expect(readServerSettings({ PUBLIC_URL: 'http://drop.example', SECRET_KEY: 'x'.repeat(32) }).TRUST_PROXY).toBe(0);
});

test('PLANS is a bounded list; the error names the plan and its field', () => {
	const read = (plans: unknown) => {
		const PLANS = typeof plans === 'string' ? plans : JSON.stringify(plans);
		return readServerSettings({ SECRET_KEY: 'x'.repeat(32), PLANS }).PLANS;
	};
	const plan = { name: 'Starter', price: '$30 a month', features: ['1 server'] };
	expect(read([plan])).toEqual([plan]);
	expect(read('')).toEqual([]);
	expect(() => read('Starter: $30')).toThrow(/^Invalid configuration: PLANS must be JSON like \[\{"name"/);
	expect(() => read(plan)).toThrow('PLANS must be JSON like');
	expect(() => read([plan, { ...plan, name: 'Pro', price: 30 }])).toThrow(/: plan 2 price .*string/);
	expect(() => read([{ ...plan, cost: '$3' }])).toThrow(/: plan 1 .*"cost"/);
	expect(() => read([plan, plan])).toThrow('two plans have the same name');
	const seven = Array.from({ length: 7 }, (_, n) => ({ ...plan, name: `Plan ${n}` }));
	expect(() => read(seven)).toThrow('6 plans at most');
});
