import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callBehind } from './browser.ts';
import { searchSku, pictureOf, downloaded } from './pictures.ts';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const SKU = 'CK9246-101';
const WHITE = [255, 255, 255, 255];
const CLEAR = [0, 0, 0, 0];

/** The first picture as it stands on the page; `part` of its address tells it from the one of the search before. */
async function shown(page: Page, part: RegExp) {
	const image = page.locator('.pictures img').first();
	await expect.poll(() => image.getAttribute('src')).toMatch(part);
	// The browser draws what this fetches; its pixels are on another origin, which a page must not read.
	const { data } = (await callBehind(page, '/api/getimage', { url: await image.getAttribute('src') })) as {
		data: string;
	};
	await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
	return pictureOf(page, Buffer.from(data, 'base64'));
}

const save = (page: Page) =>
	downloaded(page, async () => {
		await page
			.getByRole('button', { name: `Download ${SKU} 1,` })
			.first()
			.click();
		await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
	});

test.skipIf(onServer)(
	'Image Parameters pad and colour the pictures, make them transparent, and Reset gives them back as they were',
	async () => {
		const { page, problems } = await stage.as('Ada', '/dashboard/client');
		await searchSku(page, SKU);
		const plain = { type: 'png', size: [400, 400], corner: WHITE };
		expect(await shown(page, /bgc=ffffff/)).toEqual(plain);

		await page.getByRole('button', { name: 'Image Parameters' }).click();
		const menu = page.getByRole('region', { name: 'Image Parameters' });
		const color = menu.getByLabel('Background color');
		const transparent = menu.getByLabel('Transparent');
		await menu.getByLabel('A', { exact: true }).fill('500');
		await color.fill('#ff8000');
		await searchSku(page, SKU);
		// Of 2000 a side, on all four.
		expect(await shown(page, /bgc=ff8000/)).toEqual({ type: 'png', size: [600, 600], corner: [255, 128, 0, 255] });
		const orange = await save(page);
		expect(orange).toMatchObject({ type: 'jpg', size: [600, 600] });
		for (const [index, part] of [255, 128, 0].entries()) expect(Math.abs(orange.corner[index]! - part)).toBeLessThan(4);

		await transparent.check();
		await searchSku(page, SKU);
		expect(await shown(page, /png-alpha/)).toEqual({ type: 'png', size: [600, 600], corner: CLEAR });
		// A JPEG has no transparency: its ground is white then, not black.
		expect(await save(page)).toMatchObject({ type: 'jpg', size: [600, 600], corner: WHITE });
		await color.fill('#000000');
		expect(await transparent.isChecked()).toBe(false);
		await transparent.check();

		await menu.getByRole('button', { name: 'Reset' }).click();
		const fields = await menu
			.getByRole('textbox')
			.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
		expect([fields, await transparent.isChecked()]).toEqual([[...Array<string>(8).fill('0'), '#ffffff'], false]);
		await searchSku(page, SKU);
		expect(await shown(page, /bgc=ffffff/)).toEqual(plain);
		expect(problems).toEqual([]);
	},
	60_000,
);

test.skipIf(onServer)(
	"an operator's pictures are saved transparent, as PNG",
	async () => {
		const { page } = await stage.as('Ada', '/dashboard/settings/skus');
		await page.getByLabel('Transparent').check();
		await searchSku(page, SKU);
		expect(await shown(page, /png-alpha/)).toMatchObject({ corner: CLEAR });
		expect(await save(page)).toEqual({ name: 'image.png', type: 'png', size: [400, 400], corner: CLEAR });
	},
	60_000,
);

test.skipIf(onServer)(
	'the zoom slider is moved by keyboard, and what is cut out gets smaller with it',
	async () => {
		const { page, problems } = await stage.open();
		await page.goto(`${stage.url}/freefetcher`);
		await searchSku(page, SKU);
		await page.getByRole('button', { name: `Edit ${SKU} 1, Image 1` }).click();
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
	},
	60_000,
);
