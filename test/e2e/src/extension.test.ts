import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@dropwire/sandbox';
import { unzipSync } from 'fflate';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '../../../scripts/browser.mjs';

const ZIP = join(import.meta.dirname, '../../../web/dist/dropwire-extension.zip');
/** Recorded with 13 sizes; some of these sizes are sold out. */
const SKU = 'CK9246-101';

let sandbox: Sandbox;
let folder: string;
let context: BrowserContext;
let manifest: { content_scripts: { matches: string[] }[]; permissions?: string[]; host_permissions?: string[] };
beforeAll(async () => {
	sandbox = await startSandbox();
	folder = mkdtempSync(join(tmpdir(), 'dropwire-extension-'));
	const files = unzipSync(readFileSync(ZIP));
	manifest = JSON.parse(Buffer.from(files['manifest.json'] as Uint8Array).toString()) as typeof manifest;
	// The extension as shipped, except for the shop on which it runs.
	const local = { ...manifest, content_scripts: [{ ...manifest.content_scripts[0], matches: [`http://127.0.0.1/*`] }] };
	writeFileSync(join(folder, 'manifest.json'), JSON.stringify(local));
	writeFileSync(join(folder, 'cart.js'), files['cart.js'] as Uint8Array);
	context = await chromium.launchPersistentContext(join(folder, 'profile'), {
		executablePath: findBrowser() as string,
		channel: 'chromium',
		ignoreDefaultArgs: ['--disable-extensions'],
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--no-first-run',
			`--disable-extensions-except=${folder}`,
			`--load-extension=${folder}`,
			'--disable-features=DisableLoadExtensionCommandLineSwitch',
		],
	});
});
afterAll(async () => {
	await context?.close();
	await sandbox?.close();
	rmSync(folder, { recursive: true, force: true });
});

const shop = () => `${sandbox.origin}/retail/shop/t/a-shoe/${SKU}`;
async function open(hash: string): Promise<Page> {
	const page = await context.newPage();
	await page.goto(`${shop()}${hash}`);
	return page;
}
async function sizesOf(page: Page): Promise<{ label: string; off: boolean }[]> {
	await page.locator('label').first().waitFor();
	return page.evaluate(() =>
		[...document.querySelectorAll('label')].map((label) => ({
			label: label.textContent,
			off: (label.control as HTMLInputElement).disabled,
		})),
	);
}

test('the extension needs no permission and runs on product pages only', () => {
	expect(manifest.permissions).toBeUndefined();
	expect(manifest.host_permissions).toBeUndefined();
	expect(manifest.content_scripts.flatMap(({ matches }) => matches)).toEqual([
		'https://www.nike.com/t/*',
		'https://www.nike.com/*/t/*',
	]);
});

test('a link with a size adds that size to the bag once', async () => {
	const plain = await open('');
	const sizes = await sizesOf(plain);
	const size = sizes.find(({ off }) => !off)?.label as string;
	await expect.poll(() => plain.locator('#bag').textContent()).toBe('');

	const page = await open(`#dropwire-size=${encodeURIComponent(size)}`);
	await page.getByText(`Dropwire: selected size ${size} and pressed “Add to Bag”.`).waitFor();
	await expect.poll(() => page.locator('#bag').textContent()).toBe(`[${size}]`);
	expect(page.url()).toBe(shop());
	await page.reload();
	await sizesOf(page);
	await expect.poll(() => page.locator('#bag').textContent()).toBe('');
});

test('a missing or sold-out size is reported and not added', async () => {
	const page = await open('#dropwire-size=99');
	await page.getByText('Dropwire: this page has no size 99.').waitFor();
	const gone = (await sizesOf(page)).find(({ off }) => off)?.label as string;
	const other = await open(`#dropwire-size=${encodeURIComponent(gone)}`);
	await other.getByText(`Dropwire: size ${gone} is sold out.`).waitFor();
	for (const one of [page, other]) await expect.poll(() => one.locator('#bag').textContent()).toBe('');
});

test('the extension sends no requests', async () => {
	const page = await context.newPage();
	const asked: string[] = [];
	context.on('request', (request) => asked.push(request.url()));
	await page.goto(`${shop()}#dropwire-size=99`);
	await page.getByText('Dropwire: this page has no size 99.').waitFor();
	expect(asked.filter((url) => !/favicon/.test(url))).toEqual([shop()]);
});
