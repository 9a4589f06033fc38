/**
 * Takes the landing page's pictures of the product, the preview that Discord shows for links, and the icons from a running
 * sandbox: `npm start`, a few minutes later `node test/e2e/src/landingPictures.ts http://localhost:3000`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { findBrowser } from '../../../scripts/browser.mjs';
import { fillForPictures } from './demoData.ts';

const PUBLIC = join(import.meta.dirname, '../../../web/public');
const QUALITY = 0.82;
const [, , origin = 'http://localhost:3000'] = process.argv;

/** The screens, who sees them with the most to see, and where the part begins that is shown. */
const SCREENS = [
	{ name: 'servers', as: 'Cleo', path: '/dashboard', from: '.home-side' },
	{ name: 'channels', as: 'Cleo', path: `/dashboard/admin/${SANDBOX_GUILDS.soleSearchers.id}`, from: 'main table' },
	{ name: 'deliveries', as: 'Ada', path: '/dashboard/settings/deliveries', from: '.groups' },
] as const;
const SCREEN = { width: 1400, height: 900 };
/** The size of the part in the page: a little larger than the place for it, so that its text can be read. */
const SHOWN = { width: 400, height: 250 };
/** Around the part, px. */
const MARGIN = 12;
/** What Discord and X recommend. */
const PREVIEW = { width: 1200, height: 630 };
const PREVIEW_STYLE = `
	.bar > nav, .bar-account, .channel figcaption, .channel-head button, .film-switch, .words > a, .proof, .notices { display: none !important }
	.landing .hero { min-height: 520px; padding-bottom: 0; gap: 40px }
	.landing .channel ol { height: 420px }
	.landing h1 { font-size: 56px }
	.landing .film { opacity: 0.3 }
	html { overflow: hidden }
`;

const browser = await chromium.launch({ executablePath: findBrowser() as string, args: ['--no-sandbox'] });
await fillForPictures(browser, origin);
await takeScreens(browser);
await takePreview(browser);
await drawIcons(browser);
await browser.close();

async function takeScreens(on: Browser): Promise<void> {
	for (const { name, as, path, from } of SCREENS) {
		const page = await on.newPage({ viewport: SCREEN, deviceScaleFactor: 2, colorScheme: 'dark' });
		await page.goto(`${origin}/auth?next=${path}`);
		await page.getByRole('link', { name: new RegExp(`^${as}`) }).click();
		await page.locator('h1').first().waitFor();
		await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
		// Pictures of products in the lists.
		await page.evaluate(async () => Promise.allSettled([...document.images].map((image) => image.decode())));
		const { x, y } = (await page.locator(from).first().boundingBox()) ?? { x: 0, y: 0 };
		const png = await page.screenshot({ clip: { x: x - MARGIN, y: y - MARGIN, ...SHOWN } });
		await writeFile(join(PUBLIC, `landing/${name}.webp`), await scaled(page, png));
		await page.close();
	}
}

/** The picture in the size in which it is shown, twice as many pixels, as WebP. */
async function scaled(page: Page, png: Buffer): Promise<Buffer> {
	const { width, height } = SHOWN;
	const url = await page.evaluate(
		async ([source, w, h, quality]) => {
			const image = new Image();
			image.src = source;
			await image.decode();
			const canvas = document.createElement('canvas');
			canvas.width = w;
			canvas.height = h;
			const context = canvas.getContext('2d') as CanvasRenderingContext2D;
			context.imageSmoothingQuality = 'high';
			context.drawImage(image, 0, 0, w, h);
			return canvas.toDataURL('image/webp', quality);
		},
		[`data:image/png;base64,${png.toString('base64')}`, width * 2, height * 2, QUALITY] as const,
	);
	return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** The message and the headline on the page's background. */
async function takePreview(on: Browser): Promise<void> {
	const page = await on.newPage({ viewport: PREVIEW, colorScheme: 'dark', reducedMotion: 'reduce' });
	await page.goto(origin, { waitUntil: 'networkidle' });
	await page.addStyleTag({ content: PREVIEW_STYLE });
	await page.screenshot({ path: join(PUBLIC, 'og.png') });
	await page.close();
}

async function drawIcons(on: Browser): Promise<void> {
	const svg = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8');
	const drawn = async (side: number, source: string) => {
		const page = await on.newPage({ viewport: { width: side, height: side } });
		await page.setContent(`<style>body{margin:0}svg{display:block;width:${side}px;height:${side}px}</style>${source}`);
		const png = await page.screenshot({ omitBackground: true });
		await page.close();
		return png;
	};
	// iOS and Android round the corners themselves.
	const square = svg.replace(/ rx="\d+"/, '');
	await writeFile(join(PUBLIC, 'apple-touch-icon.png'), await drawn(180, square));
	for (const side of [192, 512]) await writeFile(join(PUBLIC, `icon-${side}.png`), await drawn(side, square));
	await writeFile(join(PUBLIC, 'favicon.ico'), icon(await Promise.all([16, 32, 48].map((side) => drawn(side, svg)))));
}

/** An ICO file: a header of 6 bytes, one of 16 per picture, and the PNGs. */
function icon(pngs: readonly Buffer[]): Buffer {
	const head = Buffer.alloc(6 + 16 * pngs.length);
	head.writeUInt16LE(1, 2);
	head.writeUInt16LE(pngs.length, 4);
	let at = head.length;
	for (const [index, png] of pngs.entries()) {
		const entry = 6 + 16 * index;
		head.writeUInt8(png.readUInt32BE(16), entry);
		head.writeUInt8(png.readUInt32BE(20), entry + 1);
		head.writeUInt16LE(1, entry + 4);
		head.writeUInt16LE(32, entry + 6);
		head.writeUInt32LE(png.length, entry + 8);
		head.writeUInt32LE(at, entry + 12);
		at += png.length;
	}
	return Buffer.concat([head, ...pngs]);
}
