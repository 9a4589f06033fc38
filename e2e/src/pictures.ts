import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Searches for a SKU where a page offers it. */
export async function searchSku(page: Page, sku: string): Promise<void> {
	await page.getByLabel(/^SKU/).fill(sku);
	await page.keyboard.press('Enter');
}

/** A picture as it is by its bytes. */
export interface Picture {
	type: 'png' | 'jpg' | 'other';
	/** Width and height. */
	size: [number, number];
	/** Red, green, blue and opacity of its first pixel. */
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

/** The picture that somebody saves by this, and what its file is called. */
export async function downloaded(page: Page, act: () => Promise<void>): Promise<Picture & { name: string }> {
	const [download] = await Promise.all([page.waitForEvent('download'), act()]);
	const bytes = readFileSync(await download.path());
	return { name: download.suggestedFilename(), ...(await pictureOf(page, bytes)) };
}
