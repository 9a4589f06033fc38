import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import type { PageDocument } from '../src/shell/documents.tsx';
import { type Files, filesOf } from './chunks.ts';
import { withModules, withRoot } from './prerender.ts';

/**
 * Writes the documents: that of the pages that the server renders (`index.html`), the app without a shell (`app.html`),
 * and one per page with a shell, which names everything that the page loads first. `documents.json` maps paths to documents for the server.
 */
export async function writeDocuments(root: string, outDir: string, bundle: Rolldown.OutputBundle): Promise<void> {
	const pages = await withModules(root, async (load) => {
		const { documents } = (await load('/src/shell/documents.tsx')) as { documents(): Promise<PageDocument[]> };
		return documents();
	});
	const read = async (file: string) => readFile(join(outDir, file), 'utf8');
	const inlined = async (html: string, files: Files) => withFiles(html, files, await textsOf(files.styles, read));
	const index = await read('index.html');
	// Its scripts load after the page, but all of its styles are part of the document.
	const publicEntry = join(root, 'index.html');
	const { scripts } = filesOf(bundle, [publicEntry]);
	const { styles } = filesOf(bundle, [publicEntry, join(root, 'src/landing/hydrate.tsx')]);
	await writeFile(join(outDir, 'index.html'), await inlined(index, { scripts, styles }));
	const app = await read('app.html');
	const entry = join(root, 'app.html');
	await mkdir(join(outDir, 'documents'), { recursive: true });
	for (const { file, shell, source } of pages) {
		const files = filesOf(bundle, source ? [entry, join(root, source)] : [entry]);
		await writeFile(join(outDir, file), await inlined(withRoot(app, shell), files));
	}
	await writeFile(join(outDir, 'app.html'), await inlined(app, filesOf(bundle, [entry])));
	const table = pages.map(({ path, file, role, reads, lists }) => ({ path, file, role, reads, lists }));
	await writeFile(join(outDir, 'documents.json'), JSON.stringify(table));
}

async function textsOf(styles: readonly string[], read: (file: string) => Promise<string>): Promise<string> {
	return (await Promise.all(styles.map(read))).map((css) => css.trim()).join('\n');
}

/**
 * Inlines the style sheets, so that the first paint needs no further request, and has the browser load the scripts
 * immediately.
 */
function withFiles(html: string, { scripts, styles }: Files, css: string): string {
	const links = [
		...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
		// Disabled sheets are not loaded. Vite's loader finds them and does not load these styles again.
		...styles.map((file) => `<link rel="stylesheet" disabled href="/${file}">`),
	];
	return html
		.replaceAll(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
		.replace('</head>', () => `${links.join('\n')}\n<style>${css}</style>\n</head>`);
}
