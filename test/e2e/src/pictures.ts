import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Searches for a SKU on a page with a SKU search. */
export async function searchSku(page: Page, sku: string): Promise<void> {
	await page.getByLabel(/^SKU/).fill(sku);
	await page.keyboard.press('Enter');
}

/**
 * Searches for a SKU, waits for the pictures of all mirrors and shows them by mirror. On a busy machine, a mirror may not answer in time; the page
 * then offers to search again.
 */
export async function searchMirrors(page: Page, sku: string): Promise<void> {
	await searchSku(page, sku);
	const again = page.getByRole('button', { name: 'Search again' });
	const byMirror = page.getByText('By mirror', { exact: true });
	const answered = async () => {
		if (await again.isVisible()) await again.click();
		if (await byMirror.isVisible()) await byMirror.click();
		return page.getByRole('heading', { name: 'Mirror #3' }).isVisible();
	};
	await expect.poll(answered, { timeout: 90_000 }).toBe(true);
}

/** The properties of an image, read from its bytes. */
export interface Picture {
	type: 'png' | 'jpg' | 'other';
	/** Width and height, pixels. */
	size: [number, number];
	/** Red, green, blue and opacity of the first pixel. */
	corner: number[];
}

export async function pictureOf(page: Page, bytes: Buffer): Promise<Picture> {
	const { size, corner } = await page.evaluate(async (base64) => {
		const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]));
		const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
		canvas.drawImage(bitmap, 0, 0);
		const size: [number, number] = [bitmap.width, bitmap.height];
		return { size, corner: [...canvas.getImageData(0, 0, 1, 1).data] };
	}, bytes.toString('base64'));
	const type =
		bytes.subarray(1, 4).toString() === 'PNG' ? 'png' : bytes[0] === 0xff && bytes[1] === 0xd8 ? 'jpg' : 'other';
	return { type, size, corner };
}

/** Runs an action that downloads an image, and returns the image with its file name. */
export async function downloaded(page: Page, act: () => Promise<void>): Promise<Picture & { name: string }> {
	const [download] = await Promise.all([page.waitForEvent('download'), act()]);
	const bytes = readFileSync(await download.path());
	return { name: download.suggestedFilename(), ...(await pictureOf(page, bytes)) };
}
