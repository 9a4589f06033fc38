import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from './looks.ts';
import { useFixture } from './fixture.ts';

const BINARY = join(import.meta.dirname, '../../../cli/dist/dropwire.js');

const fixture = useFixture();
const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** `dropwire` with a separate profile folder. */
function openCli() {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-e2e-cli-'));
	folders.push(folder);
	const start = (args: readonly string[]) => {
		const child = spawn(process.execPath, [BINARY, ...args], {
			env: { PATH: process.env['PATH'] ?? '', HOME: folder },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let text = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (chunk: Buffer) => {
				text += String(chunk);
			});
		const ended = new Promise<{ code: number | null; text: string }>((resolve) =>
			child.once('close', (code) => resolve({ code, text })),
		);
		return { text: () => text, ended };
	};
	const login = async () => {
		const going = start(['login', '--url', fixture.url, '--no-browser']);
		await expect.poll(going.text).toContain('/signin/cli?');
		return { going, address: /http\S+\/signin\/cli\?\S+/.exec(going.text())?.[0] ?? '' };
	};
	return { start, login };
}

test('approving in the browser signs the terminal in', async () => {
	const cli = openCli();
	const { going, address } = await cli.login();
	const { page, problems } = await fixture.open();
	await page.goto(address);
	await page.getByRole('link', { name: /^Ada/ }).click();
	await page.getByRole('heading', { name: 'Allow the command line to act as you?' }).waitFor();
	expect(page.url()).toBe(address);
	const code = await page.locator('.pairing').textContent();
	expect(going.text()).toContain(`approve the sign-in if it shows ${code}`);
	await expectAccessible(page);
	await page.getByRole('button', { name: 'Allow' }).click();
	await page.getByText('go back to the terminal').waitFor();
	expect(await going.ended).toMatchObject({ code: 0, text: expect.stringContaining('as Ada (admin)') });
	expect(await cli.start(['whoami']).ended).toMatchObject({ code: 0 });
	expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
});

test('opening the link approves nothing, and Deny ends the sign-in', async () => {
	const cli = openCli();
	const { going, address } = await cli.login();
	const { page } = await fixture.open({ width: 360, colorScheme: 'light' });
	await page.goto(address);
	await page.getByRole('link', { name: /^Ada/ }).click();
	await page.getByRole('button', { name: 'Allow' }).waitFor();
	await page.reload();
	await page.getByRole('button', { name: 'Allow' }).waitFor();
	await expectAccessible(page);
	await page.getByRole('link', { name: 'Deny', exact: true }).click();
	await page.getByText('Sign-in was denied.').waitFor();
	expect(await going.ended).toMatchObject({ code: 3, text: expect.stringContaining('Sign-in was denied') });
});

test('a link with an invalid port or state offers no approval', async () => {
	const whole43 = 'a'.repeat(43);
	const { page } = await fixture.as('Ada', '/api/docs');
	for (const change of ['port=80', 'port=45678@evil.example', 'port=45678%2F..%2Fevil', 'state=x']) {
		const query = new URLSearchParams({ port: '45678', state: whole43, challenge: whole43, name: 'dropwire' });
		for (const [field, value] of new URLSearchParams(change)) query.set(field, value);
		await page.goto(`${fixture.url}/signin/cli?${query}`);
		await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
		expect({ change, buttons: await page.getByRole('button').count() }).toEqual({ change, buttons: 0 });
		expect({ change, links: await page.locator('main a').count() }).toEqual({ change, links: 0 });
	}
});
