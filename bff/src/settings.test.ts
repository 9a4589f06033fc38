import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isSandboxMode, readServerSettings, serverSettings } from './settings.ts';

const PRODUCTION = {
	NODE_ENV: 'production',
	DISCORD_CLIENT_ID: '1',
	DISCORD_CLIENT_SECRET: '2',
	SECRET_KEY: 'x'.repeat(32),
	DATABASE_URL: 'sqlite:/var/lib/dropwire.sqlite',
	PUBLIC_URL: 'https://drop.example',
	TRUST_PROXY: '1',
};

test('production rejects the sandbox, a generated secret, unnamed SQLite and no PUBLIC_URL', () => {
	expect(() => readServerSettings({ NODE_ENV: 'production' })).toThrow(
		/^Invalid configuration for production: DISCORD_CLIENT_ID.*; SECRET_KEY.*; DATABASE_URL.*; PUBLIC_URL must be set.*$/,
	);
	expect(readServerSettings(PRODUCTION)).toMatchObject({ production: true, DISCORD_URL: 'https://discord.com' });
});

test.each(['PUBLIC_URL', 'SHORT_URL_1', 'SHORT_URL_2'] as const)('%s must be an origin', (name) => {
	const read = (url: string) => readServerSettings({ SECRET_KEY: 'x'.repeat(32), TRUST_PROXY: '1', [name]: url })[name];
	for (const rest of ['/dropwire', '?a=b', '#top']) {
		expect(() => read(`https://drop.example${rest}`)).toThrow(
			`Invalid configuration: ${name} must be an origin such as https://drop.example, without path, query, user or password`,
		);
	}
	for (const url of ['https://ada:hidden@drop.example', 'https://ada@drop.example']) {
		expect(() => read(url)).toThrow(/^Invalid configuration: \w+ must be an origin((?!hidden).)*$/);
	}
	// Browsers send origins in this form.
	expect(read('https://Drop.Example:443/')).toBe('https://drop.example');
	expect(read('http://localhost:3000')).toBe('http://localhost:3000');
});

test('rejects an https PUBLIC_URL without a trusted proxy in one line', () => {
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
	expect(() => read([plan, { ...plan, name: 'Pro', price: 30 }])).toThrow(/: plan 2 price .*text/);
	expect(() => read([{ ...plan, cost: '$3' }])).toThrow(/: plan 1 .*"cost"/);
	expect(() => read([plan, plan])).toThrow('two plans have the same name');
	const pro = { ...plan, id: 'pro', name: 'Pro', rights: ['client', 'premium'], discordSku: '800000000000000001' };
	expect(read([plan, pro])).toEqual([plan, pro]);
	expect(() => read([{ ...pro, rights: ['admin'] }])).toThrow(/: plan 1 rights 0 must be one of client, premium/);
	expect(() => read([{ ...pro, id: undefined }])).toThrow(': plan 1 id is required for a plan with rights');
	expect(() => read([{ ...pro, rights: [] }])).toThrow(': plan 1 rights are required for a plan with discordSku');
	expect(() => read([pro, { ...pro, name: 'Pro 2', id: 'pro2' }])).toThrow('two plans have the same discordSku');
	expect(() => read([pro, { ...plan, id: 'pro' }])).toThrow('two plans have the same id');
	const seven = Array.from({ length: 7 }, (_, n) => ({ ...plan, name: `Plan ${n}` }));
	expect(() => read(seven)).toThrow('6 plans at most');
});

test('secrets of a billing service are checked at the start', () => {
	const read = (BILLING_SECRETS: string) => readServerSettings({ SECRET_KEY: 'x'.repeat(32), BILLING_SECRETS });
	const [a, b] = [24, 32].map((length) => `whsec_${Buffer.alloc(length, 7).toString('base64')}`);
	expect(read(`${a}, ${b}`).BILLING_SECRETS).toEqual([a, b]);
	expect(() => read(`${a},secret`)).toThrow('BILLING_SECRETS: value 2 must be a secret of Standard Webhooks');
});

/** Each setting accepts or rejects one of them. */
const VALUES = ['?', '7', 'off', 'uniform', 'https://a.example', '{"ADIDAS":"https://a.example"}', 'x'.repeat(40)];

test.each(Object.keys(serverSettings))('%s counts the same in a file', (name) => {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-setting-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const file = join(folder, 'value');
	const outcome = (given: Record<string, string>) => {
		const env = { ...PRODUCTION, [name]: undefined, ...given };
		try {
			return { settings: readServerSettings(env), isSandbox: isSandboxMode(env) };
		} catch (error) {
			return (error as Error).message;
		}
	};
	const set = VALUES.map((value) => outcome({ [name]: value }));
	const inFile = VALUES.map((value) => {
		writeFileSync(file, `${value}\n`);
		return outcome({ [`${name}_FILE`]: file });
	});
	expect(inFile).toEqual(set);
	expect(set.filter((one) => JSON.stringify(one) !== JSON.stringify(outcome({})))).not.toEqual([]);
});
