import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, SettingsError } from '@dropwire/domain/settings';
import { expect, test } from 'vitest';
import { openDatabase } from './connection/open.ts';
import { databaseOptions, databaseSettings } from './settings.ts';

const read = (DATABASE_URL: string) => readSettings(databaseSettings, { DATABASE_URL }).DATABASE_URL;

test.each([
	'mysql://root@127.0.0.1:3306/test',
	'mysql://drop-wire:a%2Fb@db.example/drop-wire_2',
	'mysql://drop:p@ss@db.example/dropwire',
	'mysql://root@[::1]/test',
	'mysql://drop@db.example/dropwire?ssl=true',
	'mysql://drop@127.0.0.1/dropwire?ssl=false',
	'sqlite:',
	'sqlite:/var/lib/dropwire.sqlite',
])('DATABASE_URL can be %s', (url) => {
	expect(read(url)).toBe(url);
});

test.each([
	['postgres://drop:hidden@db.example/dropwire', /must be mysql:.* or sqlite:path$/],
	['mysql://drop:hid/den@db.example/dropwire', /must be mysql:.* write \/ as %2F/],
	['mysql://drop:12/hidden@db.example/dropwire', /must be mysql:.* write \/ as %2F/],
	['mysql://drop:12#hidden@db.example/dropwire', /must be mysql:.* # as %23/],
	['mysql://drop:12?hidden@db.example/dropwire', /must be mysql:.* \? as %3F/],
	['mysql://drop:a@hid/den@db.example/dropwire', /must be mysql:.* write \/ as %2F/],
	['mysql://drop:hidden%@db.example/dropwire', /must be mysql:.* % as %25/],
	['mysql://drop:hidden@db.example/dropwire?ssl=yes', /has ssl=yes: it must be true or false$/],
	['mysql://drop:hidden@db.example/dropwire?tls=true', /has the unknown option tls: .* \?ssl=true and &sslCa=path/],
	['mysql://drop:hidden@db.example/dropwire?sslCa=/ca.pem', /has sslCa without ssl=true$/],
	['mysql://drop:hidden@10.0.0.5/dropwire?ssl=true', /must name the host .* not by the address 10\.0\.0\.5/],
	[
		'mysql://drop:hidden@db.example/dropwire?ssl=true&sslCa=/no/ca.pem',
		/sslCa=\/no\/ca\.pem, which cannot be read \(ENOENT\)$/,
	],
	[
		'mysql://drop:hidden@db.example/dropwire?ssl=true&sslCa=package.json',
		/package\.json, which has no certificate in PEM$/,
	],
	['mysql://drop:hidden@db.example/dropwire#part', /must not have a # after the database's name$/],
	['mysql://drop:hidden@db.example', /must end with the database's name/],
	['mysql://drop:hidden@db.example/drop%20wire', /must have a database name of letters, digits, _, \$ and -/],
])('DATABASE_URL %s is rejected without showing its password', (url, reason) => {
	expect(() => read(url)).toThrow(reason);
	expect(() => read(url)).toThrow(/^Invalid configuration: DATABASE_URL ((?!hid).)*$/);
});

test('a folder that cannot be created is reported with its setting', () => {
	const file = import.meta.filename;
	const dataDir = join(file, 'data');
	const keyless = () => databaseOptions(readSettings(databaseSettings, { DATA_DIR: dataDir }));
	expect(keyless).toThrow(SettingsError);
	expect(keyless).toThrow(/^Invalid configuration: DATA_DIR must be a folder .*data is not \(ENOTDIR\)$/);
	const secretKey = 'x'.repeat(32);
	expect(() => openDatabase({ dataDir, secretKey })).toThrow(/^Invalid configuration: DATA_DIR must be a folder/);
	const url = `sqlite:${join(file, 'dropwire.sqlite')}`;
	expect(() => openDatabase({ url, dataDir: tmpdir(), secretKey })).toThrow(
		/^Invalid configuration: DATABASE_URL must be a file in a folder .* is not \(EEXIST\)$/,
	);
});
