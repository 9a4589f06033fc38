import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy/systemd');
const units = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name));
const services = units.filter((name) => name.endsWith('.service'));
const alert = 'dropwire-backup-failed.service';
const read = (unit: string) => readFileSync(join(folder, unit), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** Runs systemd's checks of units, as if the repository were in /opt/dropwire. */
function analyze(...args: string[]): { status: number | null; output: string } {
	const copy = mkdtempSync(join(tmpdir(), 'dropwire-units-'));
	onTestFinished(() => rmSync(copy, { recursive: true }));
	cpSync(folder, copy, { recursive: true });
	for (const unit of units) writeFileSync(join(copy, unit), read(unit).replaceAll('/opt/dropwire', root));
	const paths = args.map((arg) => (arg.startsWith('dropwire-') ? join(copy, arg.replace('@.', '@1.')) : arg));
	const { status, stdout, stderr } = spawnSync('systemd-analyze', paths, {
		encoding: 'utf8',
		env: { ...process.env, SYSTEMD_UNIT_PATH: `${copy}:` },
	});
	return { status, output: stdout + stderr };
}

test.skipIf(!hasSystemd)('systemd finds nothing wrong in the units', () => {
	expect(analyze('verify', '--man=no', ...units)).toEqual({ status: 0, output: '' });
});

test.skipIf(!hasSystemd).each(services)('%s is denied what it does not need', (unit) => {
	// From 0, nothing is exposed, to 100.
	const { status, output } = analyze('security', '--offline=true', '--no-pager', '--threshold=25', unit);
	expect({ status, output }).toMatchObject({ status: 0 });
});

test.each(services.filter((unit) => unit !== alert))(
	'%s starts a program that exists, and has time to stop',
	(unit) => {
		const [, program = '', flags = '', main = ''] = /^ExecStart=(\S+) ((?:--\S+ )*)(\S+)/m.exec(read(unit)) ?? [];
		expect(program).toBe('/opt/dropwire/node_modules/.bin/node');
		expect(existsSync(join(root, main.replace('/dist/main.js', '/src/main.ts')))).toBe(true);
		if (unit.includes('engine')) expect(manifest.scripts.engine).toBe(`exec node ${flags}${main}`);
		if (!read(unit).includes('Type=oneshot')) expect(read(unit)).toContain('TimeoutStopSec=30');
	},
);

test('the bot gets neither the database nor the secret key', () => {
	expect(read('dropwire-bot.service')).toContain('EnvironmentFile=/etc/dropwire/bot.env');
	expect(read('dropwire-bot.service')).toContain('DynamicUser=yes');
	expect(read('dropwire-bot.service')).not.toContain('dropwire.env');
});

/** The script of a unit, unescaped as systemd does: in single quotes too, `\"` is a quote. */
function scriptOf(unit: string): string {
	const [, script = ''] = /^ExecStart=\/bin\/sh -ec '((?:[^'\\]|\\.)+)'$/m.exec(read(unit)) ?? [];
	return script.replaceAll(/\\(["'\\])|([$%])\2/g, '$1$2');
}

test('a backup that failed alerts operators, if they have named a webhook', async () => {
	expect(read('dropwire-backup.service')).toContain(`OnFailure=${alert}`);
	const bodies: string[] = [];
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			bodies.push(body);
			response.end();
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	onTestFinished(() => void server.close());
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/1/token`;
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-alert-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const file = join(folder, 'url');
	writeFileSync(file, `${address}\n`);
	const run = (settings: Record<string, string>) =>
		promisify(execFile)('sh', ['-ec', scriptOf(alert)], { env: { PATH: process.env['PATH'], ...settings } });
	for (const settings of [{ ALERT_WEBHOOK_URL: address }, { ALERT_WEBHOOK_URL_FILE: file }]) {
		await run(settings);
		expect(bodies.splice(0).map((body) => JSON.parse(body) as unknown)).toEqual([
			{ content: '🔴 The backup failed: journalctl -u dropwire-backup' },
		]);
	}
	for (const settings of [{}, { ALERT_WEBHOOK_URL: '', ALERT_WEBHOOK_URL_FILE: '' }]) await run(settings);
	expect(bodies).toEqual([]);
	await expect(run({ ALERT_WEBHOOK_URL_FILE: join(folder, 'none') })).rejects.toThrow();
});
