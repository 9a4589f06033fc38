import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { zipSync } from 'fflate';

const SOURCE = join(import.meta.dirname, '../extension');
/** A fixed modification time, the earliest that zip supports, so that the same sources always give the same bytes. */
const MTIME = new Date(1980, 0, 1);

/** The extension's files by name, as a browser loads them. */
async function extensionFiles(): Promise<Record<'manifest.json' | 'cart.js', string>> {
	const [manifest, script] = await Promise.all(
		['manifest.json', 'cart.ts'].map((name) => readFile(join(SOURCE, name), 'utf8')),
	);
	return { 'manifest.json': manifest ?? '', 'cart.js': stripTypeScriptTypes(script ?? '') };
}

/** Packs the extension into the zip that the portal offers. */
export async function packExtension(outDir: string): Promise<void> {
	const files = Object.entries(await extensionFiles()).map(([name, text]) => [name, Buffer.from(text)] as const);
	await writeFile(
		join(outDir, 'dropwire-extension.zip'),
		zipSync(Object.fromEntries(files), { mtime: MTIME, level: 9 }),
	);
}
