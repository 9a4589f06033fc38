import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stopTime } from './browser.ts';
import { examine } from './looks.ts';
import { searchSku, downloaded } from './pictures.ts';
import { onServer } from './onServer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

/** The places in the results whose crops are remembered, of 20. */
async function slotsOf(page: Page): Promise<number[]> {
	const saved = await page.evaluate(() => localStorage.getItem('crop-parameters-v0.0.2'));
	const slots = JSON.parse(saved ?? '[]') as ({ imageIndex: number } | null)[];
	expect(slots).toHaveLength(20);
	return slots.flatMap((slot) => slot?.imageIndex ?? []);
}

test.skipIf(onServer)(
	'anyone fetches pictures of a brand, pads, crops and downloads them in the format that is said',
	async () => {
		const { page, problems } = await stage.open();
		await page.goto(`${stage.url}/freefetcher`);
		await searchSku(page, 'CK9246-101');
		await page.getByRole('heading', { name: 'Image 1' }).waitFor();
		expect(await page.locator('.pictures li').count()).toBe(4);

		await page.getByRole('button', { name: 'Download CK9246-101 1, Image 1' }).click();
		const dialog = page.getByRole('dialog', { name: 'Enter the file name' });
		expect(await dialog.getByLabel('File name').inputValue()).toBe('image');
		const whole1 = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click());
		expect(whole1).toMatchObject({ name: 'image.jpg', type: 'jpg', size: [400, 400] });

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
		expect(cropped.size[0] / cropped.size[1]).toBeCloseTo(0.625, 1);
		expect(cropped.size[1]).toBeLessThanOrEqual(201);
		// Escape is meant for the dialog on top.
		await editor.getByLabel('File name').fill('');
		await editor.getByRole('button', { name: 'Download' }).click();
		await dialog.waitFor();
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
		expect(await editor.getByLabel('Aspect').inputValue()).toBe('0.625');
		await page.keyboard.press('Escape');
		await editor.waitFor({ state: 'detached' });
		expect(await slotsOf(page)).toEqual([1]);
		const opener = page.getByRole('button', { name: 'Edit CK9246-101 2, Image 1' });
		expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);

		const open = async () => {
			await opener.click();
			await editor.locator('[data-testid=cropper]').waitFor();
		};
		await open();
		expect(await editor.getByLabel('Aspect').inputValue()).toBe('0.625');
		await expect.poll(() => editor.getByLabel('Zoom', { exact: true }).inputValue()).toBe('2');
		await editor.getByLabel('File name').fill('again');
		const again = await downloaded(page, () => editor.getByRole('button', { name: 'Download' }).click());
		expect(again.size).toEqual(cropped.size);
		await editor.getByLabel('Auto Save').uncheck();
		await editor.getByRole('button', { name: 'Close', exact: true }).click();
		await editor.waitFor({ state: 'detached' });
		expect(await slotsOf(page)).toEqual([]);

		await open();
		expect(await editor.getByLabel('Aspect').inputValue()).toBe('1');
		await editor.getByLabel('Zoom', { exact: true }).fill('');
		await page.keyboard.press('Tab');
		await editor.getByLabel('Aspect').selectOption('11:10');
		await expect.poll(() => editor.getByLabel('Zoom', { exact: true }).inputValue()).toBe('1');
		await editor.getByLabel('File name').fill('wide');
		const wide = await downloaded(page, () => editor.getByRole('button', { name: 'Download' }).click());
		expect(wide.size[0] / wide.size[1]).toBeCloseTo(1.1, 1);
		await page.mouse.click(5, 5);
		await editor.waitFor({ state: 'detached' });

		await page.getByLabel('A', { exact: true }).fill('200');
		await searchSku(page, 'CK9246-101');
		await page.locator('img[src*="extend=200"]').first().waitFor();
		await page.getByRole('button', { name: 'Reset' }).click();
		expect(await page.getByLabel('A', { exact: true }).inputValue()).toBe('0');

		await page.getByText('puma', { exact: true }).click();
		await searchSku(page, 'CK9246-101');
		await page.getByText('No images found.').waitFor();
		expect(problems).toEqual([]);
	},
	90_000,
);

test.skipIf(onServer)(
	'all pictures are downloaded one after the other, and it can be stopped',
	async () => {
		const { page } = await stage.as('Ada', '/dashboard/client');
		await searchSku(page, 'CK9246-101');
		await page.getByRole('heading', { name: 'Mirror #3' }).waitFor();
		// What is done to a picture of one mirror is not remembered for another's.
		const before = await page.locator('.mirror').first().getByRole('listitem').count();
		await page.getByRole('button', { name: 'Edit CK9246-101 1, Mirror #2' }).click();
		await page.locator('[data-testid=cropper]').waitFor();
		await page.getByLabel('remember crop parameters').check();
		await expect.poll(() => slotsOf(page)).toEqual([before]);
		await page.keyboard.press('Escape');

		await page.getByRole('button', { name: 'Image Parameters' }).click();
		await page.getByRole('region', { name: 'Image Parameters' }).getByRole('button', { name: 'Close' }).click();
		await page.getByRole('region', { name: 'Image Parameters' }).waitFor({ state: 'detached' });

		const names: string[] = [];
		page.on('download', (download) => names.push(download.suggestedFilename()));
		await page.getByLabel('File name').fill('drop');
		await page.getByRole('button', { name: 'Download All Images' }).click();
		await page.getByText('1 of').waitFor();
		await page.getByRole('button', { name: 'Stop' }).click();
		// At once, not after the pause between two pictures.
		await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached', timeout: 1000 });
		expect(['drop_1.jpg', 'drop_1.jpg drop_2.jpg']).toContain(names.join(' '));
	},
	60_000,
);

test.skipIf(onServer)(
	'all pictures are downloaded with two seconds between them, under numbered names, and the page says how far it is',
	async () => {
		const { page, problems } = await stage.as('Ada', '/dashboard/client', { clock: true });
		// Nine: Chromium lets a page begin ten downloads within a second, and here no time passes between them.
		await page.route('**/api/skuimage?*', async (route) => {
			const response = await route.fetch();
			const { data } = (await response.json()) as { data: Record<string, string[]> };
			const few = Object.entries(data).map(([mirror, urls]) => [mirror, urls.slice(0, 3)]);
			await route.fulfill({ response, json: { data: Object.fromEntries(few) as object } });
		});
		await searchSku(page, 'CK9246-101');
		await page.getByRole('heading', { name: 'Mirror #3' }).waitFor();
		const count = await page.locator('.pictures li').count();
		const names: string[] = [];
		page.on('download', (download) => names.push(download.suggestedFilename()));
		let asked = 0;
		page.on('request', (request) => (asked += Number(request.url().endsWith('/api/getimage'))));
		const all = page.getByRole('button', { name: 'Download All Images' });
		await stopTime(page);
		// Without a name of their own they have the product's.
		await all.click();
		for (let done = 0; done < count; done++) {
			await expect.poll(() => names.length).toBe(done + 1);
			if (done === count - 1) break;
			await page.getByText(`${done} of ${count}`).waitFor();
			expect(await all.isDisabled()).toBe(true);
			await page.clock.runFor(1999);
			expect([done, asked]).toEqual([done, done + 1]);
			await page.clock.runFor(1);
		}
		// It ends with the last one, not two seconds later.
		await page.getByText(/\d of \d/).waitFor({ state: 'detached' });
		expect(await all.isEnabled()).toBe(true);
		expect(names).toEqual(Array.from({ length: count }, (_, index) => `CK9246-101_${index + 1}.jpg`));
		expect(count).toBe(9);
		expect(problems).toEqual([]);
	},
	60_000,
);

test.skipIf(onServer)(
	'a client sees three mirrors without tools; an operator four, as PNG',
	async () => {
		const cleo = await stage.as('Cleo', '/dashboard/client');
		await searchSku(cleo.page, 'CK9246-101');
		await cleo.page.getByRole('heading', { name: 'Mirror #3' }).waitFor();
		expect(await cleo.page.getByRole('button', { name: 'Image Parameters' }).count()).toBe(0);
		expect(await cleo.page.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
		const ada = await stage.as('Ada', '/dashboard/settings/skus');
		await searchSku(ada.page, 'CK9246-101');
		await ada.page.getByRole('heading', { name: 'Mirror #4' }).waitFor();
		await ada.page.getByRole('button', { name: 'Download CK9246-101 1, Mirror #1' }).click();
		const dialog = ada.page.getByRole('dialog');
		const file = await downloaded(ada.page, () => dialog.getByRole('button', { name: 'Download' }).click());
		expect(file).toMatchObject({ name: 'image.png', type: 'png' });
	},
	60_000,
);
