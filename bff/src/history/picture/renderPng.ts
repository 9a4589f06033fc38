import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';

/** A static subset of Inter (weight 500; Latin letters, digits, punctuation, signs of currencies), so that no font of the machine matters. */
const FONT = createRequire(import.meta.url).resolve('@dropwire/domain/picture-font.ttf');

/** Renders SVG as PNG, in a thread of Node.js' pool. */
export async function renderPng(svg: string): Promise<Uint8Array> {
	const font = { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'Inter' };
	return (await renderAsync(svg, { font, logLevel: 'off' })).asPng();
}
