import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const EMPTY = '<div id="root"></div>';

/** Writes the landing page into its document: it is readable and linked before any script runs. */
export async function prerender(root: string, outDir: string): Promise<void> {
	const file = join(outDir, 'index.html');
	const html = await readFile(file, 'utf8');
	if (!html.includes(EMPTY)) throw new Error(`${file} has no ${EMPTY} to write the landing page into`);
	const page = await render(root);
	await writeFile(
		file,
		await withStyles(
			html.replace(EMPTY, () => `<div id="root">${page}</div>`),
			outDir,
		),
	);
}

async function render(root: string): Promise<string> {
	const server = await createServer({
		configFile: false,
		root,
		logLevel: 'error',
		appType: 'custom',
		plugins: [react()],
		optimizeDeps: { noDiscovery: true },
		server: { middlewareMode: true, ws: false, watch: null },
	});
	try {
		const module = (await server.ssrLoadModule('/src/landing/prerender.tsx')) as { prerender(): string };
		return module.prerender();
	} finally {
		await server.close();
	}
}

/** The few styles of this page stand in the document, which spares its first paint a way to the server. */
async function withStyles(html: string, outDir: string): Promise<string> {
	let styled = html;
	for (const [link, href] of html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)) {
		const css = await readFile(join(outDir, href ?? ''), 'utf8');
		styled = styled.replace(link, () => `<style>${css.trim()}</style>`);
	}
	return styled;
}
