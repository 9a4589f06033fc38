import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { build, type Rolldown } from 'vite';

const SOURCE = join(import.meta.dirname, '../extension');
/** A fixed modification time, the earliest that zip supports, so that the same sources always give the same bytes. */
const MTIME = new Date(1980, 0, 1);

/** The extension's files by name, as a browser loads them. */
export async function extensionFiles(): Promise<Record<'manifest.json' | 'cart.js', string>> {
	const [manifest, script] = await Promise.all([readFile(join(SOURCE, 'manifest.json'), 'utf8'), contentScript()]);
	return { 'manifest.json': manifest, 'cart.js': script };
}

/** The content script as one plain file with the functions that it imports. It stays readable for those who install it. */
async function contentScript(): Promise<string> {
	const bundles = (await build({
		configFile: false,
		logLevel: 'warn',
		build: {
			write: false,
			minify: false,
			target: 'es2023',
			lib: { entry: join(SOURCE, 'cart.ts'), formats: ['iife'], name: 'dropwireCart' },
		},
	})) as Rolldown.RolldownOutput[];
	const chunk = bundles[0]?.output[0];
	if (chunk === undefined) throw new Error(`${SOURCE}/cart.ts was not bundled`);
	return chunk.code;
}

/** Packs the extension into the zip that the portal offers. */
export async function packExtension(outDir: string): Promise<void> {
	const files = Object.entries(await extensionFiles()).map(([name, text]) => [name, Buffer.from(text)] as const);
	await writeFile(
		join(outDir, 'dropwire-extension.zip'),
		zipSync(Object.fromEntries(files), { mtime: MTIME, level: 9 }),
	);
}
