import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stopTime } from './browser.ts';
import { downloaded, pictureOf, searchMirrors, searchSku } from './pictures.ts';
import { useFixture } from './fixture.ts';

const fixture = useFixture();

/** The positions of the results with stored crops; there are 20 slots. */
async function slotsOf(page: Page): Promise<number[]> {
	const saved = await page.evaluate(() => localStorage.getItem('crop-parameters-v0.0.2'));
	const slots = JSON.parse(saved ?? '[]') as ({ imageIndex: number } | null)[];
	expect(slots).toHaveLength(20);
	return slots.flatMap((slot) => slot?.imageIndex ?? []);
}

test('a visitor fetches, pads, crops and downloads pictures', async () => {
	const { page, problems } = await fixture.open();
	await page.goto(`${fixture.url}/freefetcher`);
	await searchSku(page, 'CK9246-101');
	await page.getByRole('heading', { name: 'CK9246-101 4 views' }).waitFor();
	await expect.poll(() => page.locator('.pictures li').count()).toBe(4);

	const fileName = page.getByLabel('File name');
	await fileName.fill('{sku}/{view}');
	await page.getByText('A file name cannot contain /').waitFor();
	await expect.poll(() => page.getByRole('button', { name: 'Download ZIP' }).isDisabled()).toBe(true);
	// Without a name the download asks for it.
	await fileName.fill('');
	await page.getByRole('button', { name: 'Download CK9246-101, view A' }).click();
	const dialog = page.getByRole('dialog', { name: 'Enter the file name' });
	expect(await dialog.getByLabel('File name').inputValue()).toBe('image');
	const whole1 = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click());
	expect(whole1).toMatchObject({ name: 'image.jpg', type: 'jpg', size: [400, 400] });

	await page.getByRole('button', { name: 'Edit CK9246-101, view B' }).click();
	const editor = page.getByRole('dialog', { name: 'Edit image' });
	await editor.locator('[data-testid=cropper]').waitFor();
	const portrait = editor.getByRole('radio', { name: '10:16 (portrait)' });
	await editor.getByText('10:16 (portrait)').click();
	await editor.getByLabel('Zoom', { exact: true }).fill('2');
	await editor.getByLabel('File name').fill('cropped');
	await editor.getByLabel('Auto Save').check();
	const cropped = await downloaded(page, () => editor.getByRole('button', { name: 'Download' }).click());
	expect(cropped).toMatchObject({ name: 'cropped.jpg', type: 'jpg' });
	// The width is 0.625 of the height. With zoom 2 the height is at most half of the image.
	expect(cropped.size[0] / cropped.size[1]).toBeCloseTo(0.625, 1);
	expect(cropped.size[1]).toBeLessThanOrEqual(201);
	await editor.getByText(`Output ${cropped.size.join(' × ')} px of 400 × 400`).waitFor();
	await editor.getByText('Saved for view B of every product.').waitFor();
	// Escape closes only the topmost dialog.
	await editor.getByLabel('File name').fill('');
	await editor.getByRole('button', { name: 'Download' }).click();
	await dialog.waitFor();
	await page.keyboard.press('Escape');
	await dialog.waitFor({ state: 'detached' });
	await expect.poll(() => portrait.isChecked()).toBe(true);
	await page.keyboard.press('Escape');
	await editor.waitFor({ state: 'detached' });
	expect(await slotsOf(page)).toEqual([1]);
	const opener = page.getByRole('button', { name: 'Edit CK9246-101, view B' });
	expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
	await page.getByRole('checkbox', { name: 'Select CK9246-101, view D' }).uncheck();
	await page.getByText('3 of 4 selected').waitFor();
	await page.getByRole('button', { name: 'Download ZIP' }).click();
	const question = page.getByRole('dialog', { name: '2 of 3 pictures are not cropped' });
	await question.getByText('CK9246-101, view A; CK9246-101, view C').waitFor();
	const leaveOut = question.getByRole('button', { name: 'Leave them out' });
	const [part] = await Promise.all([page.waitForEvent('download'), leaveOut.click()]);
	expect(Object.keys(unzipSync(readFileSync(await part.path())))).toEqual(['CK9246-101_B_2.jpg']);

	const open = async () => {
		await opener.click();
		await editor.locator('[data-testid=cropper]').waitFor();
	};
	await open();
	await expect.poll(() => portrait.isChecked()).toBe(true);
	await expect.poll(() => editor.getByLabel('Zoom', { exact: true }).inputValue()).toBe('2');
	await editor.getByLabel('File name').fill('again');
	const again = await downloaded(page, () => editor.getByRole('button', { name: 'Download' }).click());
	expect(again.size).toEqual(cropped.size);
	await editor.getByLabel('Auto Save').uncheck();
	await editor.getByRole('button', { name: 'Close', exact: true }).click();
	await editor.waitFor({ state: 'detached' });
	expect(await slotsOf(page)).toEqual([]);

	await open();
	await expect.poll(() => editor.getByRole('radio', { name: '1:1', exact: true }).isChecked()).toBe(true);
	await editor.getByLabel('Zoom', { exact: true }).fill('');
	await page.keyboard.press('Tab');
	await editor.getByText('11:10').click();
	await expect.poll(() => editor.getByLabel('Zoom', { exact: true }).inputValue()).toBe('1');
	await editor.getByLabel('File name').fill('wide');
	const wide = await downloaded(page, () => editor.getByRole('button', { name: 'Download' }).click());
	expect(wide.size[0] / wide.size[1]).toBeCloseTo(1.1, 1);
	await page.mouse.click(5, 5);
	await editor.waitFor({ state: 'detached' });

	const padding = page.getByLabel('View A', { exact: true });
	await padding.fill('2500');
	await page.getByText('At most 2,000 pixels.').waitFor();
	expect(await padding.inputValue()).toBe('2500');
	// Without another search.
	await padding.fill('200');
	await page.locator('img[src*="extend=200"]').first().waitFor();
	await page.getByText('View A · 480 × 480').waitFor();
	await padding.fill('');
	await page.keyboard.press('Tab');
	expect(await padding.inputValue()).toBe('0');
	await padding.fill('200');
	await page.getByRole('button', { name: 'Reset' }).click();
	expect(await padding.inputValue()).toBe('0');

	await searchSku(page, 'CK9246101');
	await page.getByRole('button', { name: 'Search CK9246-101' }).click();
	await page.getByRole('heading', { name: 'CK9246-101 4 views' }).waitFor();
	await page.getByText('PUMA', { exact: true }).click();
	await searchSku(page, 'CK9246-101');
	await page.getByText('No images found.').waitFor();
	expect(await page.getByLabel(/^SKU/).getAttribute('placeholder')).toBe('374915-01');
	expect(problems).toEqual([]);
});

test('downloading all pictures stops at once', async () => {
	const { page } = await fixture.as('Ada', '/dashboard/client', { clock: true });
	await searchMirrors(page, 'CK9246-101');
	// A crop is that of a view, whatever the mirror.
	await page.getByRole('button', { name: 'Edit CK9246-101 1, Mirror #2' }).click();
	await page.locator('[data-testid=cropper]').waitFor();
	await page.getByLabel('remember crop parameters').check();
	await expect.poll(() => slotsOf(page)).toEqual([0]);
	// The arrow keys lead from picture to picture, and one crop serves all of them.
	const editor = page.getByRole('dialog', { name: 'Edit image' });
	await editor.getByText('11:10').click();
	await editor.getByText('Output 400 × 364 px').waitFor();
	await editor.getByRole('button', { name: 'Apply to all' }).click();
	await editor.getByText(/^Saved for all \d+ pictures/).waitFor();
	// A crop that is changed afterwards is this picture's only, until it is applied again.
	await editor.getByText('1:1', { exact: true }).click();
	await editor.getByText('Saved for view A of every product.').waitFor();
	await editor.getByText('11:10').click();
	await editor.getByText('Output 400 × 364 px').waitFor();
	await editor.getByRole('button', { name: 'Apply to all' }).click();
	await editor.getByText(/^Saved for all \d+ pictures/).waitFor();
	await editor.getByRole('button', { name: 'Next picture' }).press('ArrowRight');
	await editor.getByText('CK9246-101 2, Mirror #2').waitFor();
	await editor.getByText('Output 400 × 364 px').waitFor();
	await page.keyboard.press('Escape');
	const second = page.getByRole('button', { name: 'Edit CK9246-101 2, Mirror #2' });
	expect(await second.evaluate((button) => button === document.activeElement)).toBe(true);

	const panel = page.getByRole('region', { name: 'Image Parameters' });
	await panel.getByRole('button', { name: 'Close' }).click();
	await panel.waitFor({ state: 'detached' });

	const count = await page.locator('.pictures li').count();
	const [zip] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download ZIP' }).click(),
	]);
	expect(zip.suggestedFilename()).toBe('CK9246-101.zip');
	const files = Object.entries(unzipSync(readFileSync(await zip.path())));
	expect(files).toHaveLength(count);
	for (const [index, [name]] of files.entries())
		expect(name).toMatch(new RegExp(`^CK9246-101_[A-H]_${index + 1}\\.jpg$`));
	const sizes = await Promise.all(files.map(async ([, bytes]) => (await pictureOf(page, Buffer.from(bytes))).size));
	expect(new Set(sizes.map(String))).toEqual(new Set(['400,364']));

	// The crop is also that of pictures found later, and each product has a folder.
	await searchSku(page, 'ck9246-101 IQ0627-001');
	await page.getByRole('heading', { name: /^IQ0627-001 \d+ pictures/ }).waitFor();
	await page.getByText('By view', { exact: true }).click();
	await page.getByRole('checkbox', { name: 'Select CK9246-101, view A' }).uncheck();
	const [both] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download ZIP' }).click(),
	]);
	expect(both.suggestedFilename()).toBe('pictures.zip');
	const cropped = Object.entries(unzipSync(readFileSync(await both.path())));
	const chosen = page.getByRole('checkbox', { name: /, view/, checked: true });
	const labels = await chosen.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
	expect(labels).not.toContain('Select CK9246-101, view A');
	expect(cropped.map(([name]) => name.replace(/_\d+\.jpg$/, ''))).toEqual(
		labels.map((label) => label.replace(/^Select (.+), view (.)$/, '$1/$1_$2')),
	);
	const croppedSizes = await Promise.all(
		cropped.map(async ([, bytes]) => (await pictureOf(page, Buffer.from(bytes))).size),
	);
	expect(new Set(croppedSizes.map(String))).toEqual(new Set(['400,364']));

	const names: string[] = [];
	page.on('download', (download) => names.push(download.suggestedFilename()));
	await page.getByLabel('File name').fill('drop');
	await stopTime(page);
	await page.getByRole('button', { name: 'Download All Images' }).click();
	await expect.poll(() => names).toEqual(['drop_2.jpg']);
	// The first picture is left out, and the others keep their numbers.
	// Stop works immediately, without waiting for the pause between two images: the page's time is stopped.
	await page.getByRole('button', { name: 'Stop' }).click();
	await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
	expect(names).toEqual(['drop_2.jpg']);
});

test('all pictures are downloaded at intervals of two seconds, under numbered names', async () => {
	const { page, problems } = await fixture.as('Ada', '/dashboard/client', { clock: true });
	// Nine images: Chromium allows a page ten downloads per second, and the page's time is stopped.
	await page.route('**/api/skuimage?*', async (route) => {
		const response = await route.fetch();
		const answer = (await response.json()) as { data: Record<string, string[]> };
		const few = Object.entries(answer.data).map(([mirror, urls]) => [mirror, urls.slice(0, 3)]);
		await route.fulfill({ response, json: { ...answer, data: Object.fromEntries(few) as object } });
	});
	await searchMirrors(page, 'CK9246-101');
	const count = await page.locator('.pictures li').count();
	const names: string[] = [];
	page.on('download', (download) => names.push(download.suggestedFilename()));
	let asked = 0;
	page.on('request', (request) => (asked += Number(request.url().endsWith('/api/getimage'))));
	const all = page.getByRole('button', { name: 'Download All Images' });
	await stopTime(page);
	// Unless another name is chosen, it has the product's SKU.
	await all.click();
	for (let done = 0; done < count; done++) {
		await expect.poll(() => names.length).toBe(done + 1);
		if (done === count - 1) break;
		await page.getByText(`${done} of ${count}`, { exact: true }).waitFor();
		await expect.poll(() => all.isDisabled()).toBe(true);
		await page.clock.runFor(1999);
		// Nothing is fetched ahead; an address that two mirrors share is fetched once.
		expect(asked).toBeLessThanOrEqual(done + 1);
		await page.clock.runFor(1);
	}
	// The download ends with the last image, not two seconds later.
	await page.getByText(/^\d of \d$/).waitFor({ state: 'detached' });
	await expect.poll(() => all.isEnabled()).toBe(true);
	expect(names).toEqual(Array.from({ length: count }, (_, index) => `CK9246-101_${'ABC'[index % 3]}_${index + 1}.jpg`));
	expect(count).toBe(9);
	expect(problems).toEqual([]);
});
