import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine, openBrowser, openPage, signIn } from './browser.ts';
import { type Home, openHome, type Whole } from './whole.ts';

let home: Home;
let whole: Whole;
let browser: Browser;
beforeAll(async () => {
	home = await openHome();
	[whole, browser] = await Promise.all([home.start(), openBrowser()]);
});
afterAll(async () => {
	await browser?.close();
	await home?.remove();
});

const search = async (page: Page, sku: string) => {
	await page.getByLabel(/^SKU/).fill(sku);
	await page.keyboard.press('Enter');
};

/** What a file is by its bytes, and how large its picture. */
async function downloaded(page: Page, click: () => Promise<void>) {
	const [download] = await Promise.all([page.waitForEvent('download'), click()]);
	const bytes = readFileSync(await download.path());
	const type =
		bytes.subarray(1, 4).toString() === 'PNG' ? 'png' : bytes[0] === 0xff && bytes[1] === 0xd8 ? 'jpg' : 'other';
	const size = await page.evaluate(async (base64) => {
		const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]));
		return [bitmap.width, bitmap.height];
	}, bytes.toString('base64'));
	return { name: download.suggestedFilename(), type, size };
}

test('anyone fetches pictures of a brand, pads, crops and downloads them in the format that is said', async () => {
	const { page, problems } = await openPage(browser);
	await page.goto(`${whole.url}/freefetcher`);
	await search(page, 'CK9246-101');
	await page.getByRole('heading', { name: 'Image 1' }).waitFor();
	expect(await page.locator('.pictures li').count()).toBe(4);

	await page.getByRole('button', { name: 'Download CK9246-101 1, Image 1' }).click();
	const dialog = page.getByRole('dialog', { name: 'Enter the file name' });
	expect(await dialog.getByLabel('File name').inputValue()).toBe('image');
	const whole1 = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click());
	expect(whole1).toEqual({ name: 'image.jpg', type: 'jpg', size: [400, 400] });

	await page.getByRole('button', { name: 'Edit CK9246-101 2, Image 1' }).click();
	const editor = page.getByRole('dialog', { name: 'Edit image' });
	await editor.locator('[data-testid=cropper]').waitFor();
	await editor.getByLabel('Aspect').selectOption('16:10');
	await editor.getByLabel('Zoom', { exact: true }).fill('2');
	await editor.getByLabel('File name').fill('cropped');
	await editor.getByLabel('Auto Save').check();
	expect((await examine(page)).violations).toEqual([]);
	const cropped = await downloaded(page, () => editor.getByRole('button', { name: 'Download' }).click());
	expect(cropped).toMatchObject({ name: 'cropped.jpg', type: 'jpg' });
	// 0.625 of the height wide, and half of the picture at the most, since it was zoomed twice.
	expect(cropped.size[0]! / cropped.size[1]!).toBeCloseTo(0.625, 1);
	expect(cropped.size[1]).toBeLessThanOrEqual(201);
	await page.keyboard.press('Escape');
	await editor.waitFor({ state: 'detached' });

	await page.getByLabel('A', { exact: true }).fill('200');
	await search(page, 'CK9246-101');
	await page.locator('img[src*="extend=200"]').first().waitFor();
	await page.getByRole('button', { name: 'Reset' }).click();
	expect(await page.getByLabel('A', { exact: true }).inputValue()).toBe('0');

	await page.getByText('puma', { exact: true }).click();
	await search(page, 'CK9246-101');
	await page.getByText('No images found.').waitFor();
	expect(problems).toEqual([]);
}, 90_000);

test('all pictures are downloaded one after the other, and it can be stopped', async () => {
	const { page } = await openPage(browser);
	await signIn(page, whole.url, '/dashboard/client', 'Ada');
	await search(page, 'CK9246-101');
	await page.getByRole('heading', { name: 'Mirror #3' }).waitFor();
	const names: string[] = [];
	page.on('download', (download) => names.push(download.suggestedFilename()));
	await page.getByLabel('File name').fill('drop');
	await page.getByRole('button', { name: 'Download All Images' }).click();
	await page.getByText('1 of').waitFor();
	await page.getByRole('button', { name: 'Stop' }).click();
	await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
	expect(names).toEqual(['drop_1.jpg', 'drop_2.jpg']);
}, 60_000);

test('a client sees three mirrors without tools; an operator four, as PNG', async () => {
	const cleo = await openPage(browser);
	await signIn(cleo.page, whole.url, '/dashboard/client', 'Cleo');
	await search(cleo.page, 'CK9246-101');
	await cleo.page.getByRole('heading', { name: 'Mirror #3' }).waitFor();
	expect(await cleo.page.getByRole('button', { name: 'Image Parameters' }).count()).toBe(0);
	expect(await cleo.page.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
	const ada = await openPage(browser);
	await signIn(ada.page, whole.url, '/dashboard/settings/skus', 'Ada');
	await search(ada.page, 'CK9246-101');
	await ada.page.getByRole('heading', { name: 'Mirror #4' }).waitFor();
	await ada.page.getByRole('button', { name: 'Download CK9246-101 1, Mirror #1' }).click();
	const dialog = ada.page.getByRole('dialog');
	const file = await downloaded(ada.page, () => dialog.getByRole('button', { name: 'Download' }).click());
	expect(file).toMatchObject({ name: 'image.png', type: 'png' });
}, 60_000);

test('a product is shown per region, and a region that does not answer is named', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, '/dashboard/settings/productquery', 'Ada');
	await whole.control.failNike({ region: 'FR', times: 'forever', fault: { accessDenied: true } });
	await search(page, 'HF3976-001');
	const card = page.getByRole('article', { name: /in United States$/ });
	await card.getByText('HF3976-001').first().waitFor();
	await page.getByText('No answer from France').waitFor();
	await whole.control.healNike();
	await search(page, 'NONE-000');
	await page.getByText('NONE-000 was found in no region').waitFor();
	expect(problems).toEqual([]);
}, 60_000);

test('an operator adds a person, gives and takes roles, and deletes with a way back', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, '/dashboard/settings/access', 'Ada');
	await page.getByRole('button', { name: 'Add User' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add User' });
	await dialog.getByLabel('Discord ID').fill('123');
	await dialog.getByRole('button', { name: 'Add User' }).click();
	await dialog.getByText('must be a Discord id of 17 to 20 digits').waitFor();
	await dialog.getByLabel('Discord ID').fill('100000000000000003');
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	const row = page.getByRole('row', { name: /100000000000000003/ });
	await row.getByText('Not authorized').waitFor();
	await row.getByRole('button', { name: 'Roles of Not authorized' }).click();
	expect(await page.getByLabel('Admin').isDisabled()).toBe(true);
	await page.getByLabel('Premium Client').check();
	await row.getByText('Premium Client').waitFor();
	await page.keyboard.press('Escape');
	await row.getByRole('button', { name: /^Delete Not authorized/ }).click();
	await row.waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	await row.waitFor();
	expect(problems).toEqual([expect.stringMatching(/^400 .*adduser/)]);
}, 60_000);

test('the broadcast list is edited as text; what is no list is an error and is not sent', async () => {
	const { page, problems } = await openPage(browser);
	await signIn(page, whole.url, '/dashboard/settings/webhooks', 'Ada');
	const field = page.getByLabel('Enter the Webhooks');
	await field.fill('not json');
	await page.getByRole('button', { name: 'Update' }).click();
	await page.getByText('Error: this is not a JSON array').waitFor();
	const [webhook] = await whole.control.createWebhooks({ count: 1 });
	await field.fill(JSON.stringify([webhook!.url]));
	await page.getByRole('button', { name: 'Update' }).click();
	await page.getByText('Webhooks updated successfully').waitFor();
	await page.reload();
	expect(await field.inputValue()).toContain(webhook!.url);
	expect(problems).toEqual([]);
}, 60_000);

test('a member hands over a token; one that has expired is refused with the reason', async () => {
	const { page } = await openPage(browser);
	await page.goto(`${whole.url}/userportal/accesstoken`);
	await page.getByRole('link', { name: /^mia/ }).click();
	await page.getByRole('heading', { name: 'User Portal' }).waitFor();
	const expired = `x.${Buffer.from('{"exp":1}').toString('base64url')}.x`;
	await page.getByLabel('Access token').fill(expired);
	await page.getByRole('button', { name: 'Send token' }).click();
	await page.getByText(/Error: This has expired/).waitFor();
	await page.getByLabel('Access token').fill('a-token-that-says-nothing');
	await page.getByRole('button', { name: 'Send token' }).click();
	await page.getByText('Token sent successfully').waitFor();
	expect(await page.getByLabel('Access token').inputValue()).toBe('');
}, 60_000);
