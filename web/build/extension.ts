import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { zipSync } from 'fflate';

const SOURCE = join(import.meta.dirname, '../extension');
/** The same sources give the same bytes: a zip notes a time, and its first is 1980. */
const MTIME = new Date(1980, 0, 1);

/** The extension's files as a browser loads them, by name. */
export async function extensionFiles(): Promise<Record<'manifest.json' | 'cart.js', string>> {
	const [manifest, script] = await Promise.all(
		['manifest.json', 'cart.ts'].map((name) => readFile(join(SOURCE, name), 'utf8')),
	);
	return { 'manifest.json': manifest ?? '', 'cart.js': stripTypeScriptTypes(script ?? '') };
}

/** Packs the extension for the portal. */
export async function packExtension(outDir: string): Promise<void> {
	const files = Object.entries(await extensionFiles()).map(([name, text]) => [name, Buffer.from(text)] as const);
	await writeFile(
		join(outDir, 'dropwire-extension.zip'),
		zipSync(Object.fromEntries(files), { mtime: MTIME, level: 9 }),
	);
}
