import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { downloaded, pictureOf, searchMirrors, searchSku } from './pictures.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

const SKU = 'CK9246-101';
const WHITE = [255, 255, 255, 255];
const CLEAR = [0, 0, 0, 0];

/** The first image on the page. `part` of its URL distinguishes it from the image of the previous search. */
async function shown(page: Page, part: RegExp) {
	const image = page.locator('.pictures img').first();
	await expect.poll(() => image.getAttribute('src')).toMatch(part);
	// The browser shows the same URL; a page cannot read its pixels, which are on another origin.
	const { data } = (await callBehind(page, '/api/getimage', { url: await image.getAttribute('src') })) as {
		data: string;
	};
	await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
	return pictureOf(page, Buffer.from(data, 'base64'));
}

const save = (page: Page, mirror = 'Mirror #1') =>
	downloaded(page, async () => {
		await page.getByRole('button', { name: `Download ${SKU} 1, ${mirror}` }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
	});

test('Image Parameters change padding, color and transparency, and Reset restores them', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/client');
	await searchMirrors(page, SKU);
	await page.getByLabel('File name').fill('');
	const plain = { type: 'png', size: [400, 400], corner: WHITE };
	expect(await shown(page, /bgc=ffffff/)).toEqual(plain);

	const menu = page.getByRole('region', { name: 'Image Parameters' });
	const color = menu.getByLabel('Background color');
	const transparent = menu.getByLabel('Transparent');
	await menu.getByLabel('View A').fill('500');
	await color.fill('#ff8000');
	// A padding of 500 of 2000 pixels on each side colors the corner.
	expect(await shown(page, /bgc=ff8000/)).toEqual({ type: 'png', size: [600, 600], corner: [255, 128, 0, 255] });
	const orange = await save(page);
	expect(orange).toMatchObject({ type: 'jpg', size: [600, 600] });
	const nearly = (corner: readonly number[]) =>
		corner.map((part, index) => Math.abs(part - [255, 128, 0, 255][index]!));
	expect(Math.max(...nearly(orange.corner))).toBeLessThan(4);
	// The host of the third mirror draws nothing, so the browser does: padding in pixels, and the color.
	const third = page
		.getByRole('listitem')
		.filter({ has: page.getByRole('button', { name: `Edit ${SKU} 1, Mirror #3` }) });
	await third.getByText('View A · 1400 × 1400').waitFor();
	const drawn = await save(page, 'Mirror #3');
	expect(drawn.size).toEqual([1400, 1400]);
	expect(Math.max(...nearly(drawn.corner))).toBeLessThan(4);

	await transparent.check();
	expect(await shown(page, /png-alpha/)).toEqual({ type: 'png', size: [600, 600], corner: CLEAR });
	// A JPEG has no transparency, so its background must be white instead of black.
	expect(await save(page)).toMatchObject({ type: 'jpg', size: [600, 600], corner: WHITE });
	await color.fill('#000000');
	await expect.poll(() => transparent.isChecked()).toBe(false);
	await transparent.check();
	await third.locator('img.checkered').waitFor();

	await menu.getByRole('button', { name: 'Reset' }).click();
	const fields = await menu
		.getByRole('textbox')
		.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
	expect([fields, await transparent.isChecked()]).toEqual([['#ffffff', ...Array<string>(8).fill('0')], false]);
	expect(await shown(page, /bgc=ffffff/)).toEqual(plain);
	await third.getByText('View A · 400 × 400').waitFor();
	expect(problems).toEqual([]);
});

test('operators save transparent pictures as PNG', async () => {
	const { page } = await fixture.as('Ada', '/dashboard/settings/skus');
	await page.getByLabel('Transparent').check();
	await searchMirrors(page, SKU);
	expect(await shown(page, /png-alpha/)).toMatchObject({ corner: CLEAR });
	for (const mirror of ['Mirror #1', 'Mirror #4'])
		expect(await save(page, mirror)).toEqual({ name: 'image.png', type: 'png', size: [400, 400], corner: CLEAR });
});

test('the keyboard moves the zoom slider, which changes the size of the crop', async () => {
	const { page, problems } = await fixture.open();
	await page.goto(`${fixture.url}/freefetcher`);
	await searchSku(page, SKU);
	await page.getByRole('button', { name: `Edit ${SKU}, view A` }).click();
	const editor = page.getByRole('dialog', { name: 'Edit image' });
	await editor.locator('[data-testid=cropper]').waitFor();
	await editor.getByLabel('File name').fill('part');
	await editor.getByRole('slider', { name: 'Zoom slider' }).focus();
	const zoom = editor.getByLabel('Zoom', { exact: true });
	const cut = () => downloaded(page, () => editor.getByRole('button', { name: 'Download' }).press('Enter'));
	const sizes: number[] = [];
	for (const [key, value] of [
		['ArrowRight', '1.01'],
		['End', '3'],
		['ArrowLeft', '2.99'],
		['Home', '1'],
	] as const) {
		await editor.getByRole('slider', { name: 'Zoom slider' }).press(key);
		await expect.poll(() => zoom.inputValue()).toBe(value);
		const { size } = await cut();
		expect(size[0]).toBe(size[1]);
		sizes.push(size[0]);
	}
	expect(sizes).toEqual([396, 133, 134, 400]);
	expect(problems).toEqual([]);
});
