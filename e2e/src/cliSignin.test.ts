import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { examine } from './looks.ts';
import { useStage } from './stage.ts';

const BINARY = join(import.meta.dirname, '../../cli/dist/dropwire.js');

const stage = useStage();
const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** `dropwire` at a desk of its own. */
function openDesk() {
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
		const going = start(['login', '--url', stage.url, '--no-browser']);
		await expect.poll(going.text, { timeout: 20_000 }).toContain('/signin/cli?');
		return { going, address: /http\S+\/signin\/cli\?\S+/.exec(going.text())?.[0] ?? '' };
	};
	return { start, login };
}

test('who runs dropwire login and says yes in the browser is signed in at the terminal', async () => {
	const desk = openDesk();
	const { going, address } = await desk.login();
	const { page, problems } = await stage.open();
	await page.goto(address);
	await page.getByRole('link', { name: /^Ada/ }).click();
	await page.getByRole('heading', { name: 'Let the command line act for you?' }).waitFor();
	expect(page.url()).toBe(address);
	const code = await page.locator('.pairing').textContent();
	expect(going.text()).toContain(`say yes if it shows ${code}`);
	expect(await examine(page)).toEqual({ violations: [], beyond: [] });
	await page.getByRole('button', { name: 'Yes, allow it' }).click();
	await page.getByText('go back to the terminal').waitFor();
	expect(await going.ended).toMatchObject({ code: 0, text: expect.stringContaining('as Ada (admin)') });
	expect(await desk.start(['whoami']).ended).toMatchObject({ code: 0 });
	expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
}, 60_000);

test('opening the link alone allows nothing, and no ends it', async () => {
	const desk = openDesk();
	const { going, address } = await desk.login();
	const { page } = await stage.open({ width: 360, colorScheme: 'light' });
	await page.goto(address);
	await page.getByRole('link', { name: /^Ada/ }).click();
	await page.getByRole('button', { name: 'Yes, allow it' }).waitFor();
	await page.reload();
	await page.getByRole('button', { name: 'Yes, allow it' }).waitFor();
	expect(await examine(page)).toEqual({ violations: [], beyond: [] });
	await page.getByRole('link', { name: 'No', exact: true }).click();
	await page.getByText('Nothing was allowed.').waitFor();
	expect(await going.ended).toMatchObject({ code: 3, text: expect.stringContaining('The browser said no') });
}, 60_000);

test.each(['port=80', 'port=45678@evil.example', 'port=45678%2F..%2Fevil', 'state=x'])(
	'a link with %s asks for nothing and leads nowhere',
	async (change) => {
		const { page } = await stage.open();
		const whole43 = 'a'.repeat(43);
		const query = new URLSearchParams({ port: '45678', state: whole43, challenge: whole43, name: 'dropwire' });
		for (const [field, value] of new URLSearchParams(change)) query.set(field, value);
		await page.goto(`${stage.url}/signin/cli?${query}`);
		await page.getByRole('link', { name: /^Ada/ }).click();
		await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
		expect(await page.getByRole('button').count()).toBe(0);
		expect(await page.locator('main a').count()).toBe(0);
	},
	60_000,
);
