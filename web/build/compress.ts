import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const TEXTS = /\.(html|js|css|svg)$/;
/** Below this a compressed copy spares nothing, bytes. */
const LEAST = 1000;
const [br, gz] = [promisify(brotliCompress), promisify(gzip)];

/** Puts compressed copies beside the texts of the build: the server sends those to browsers that take them. */
export async function compress(outDir: string): Promise<void> {
	for (const name of await readdir(outDir, { recursive: true })) {
		if (!TEXTS.test(name)) continue;
		const file = join(outDir, name);
		const text = await readFile(file);
		if (text.length < LEAST) continue;
		await Promise.all([writeFile(`${file}.br`, await br(text)), writeFile(`${file}.gz`, await gz(text, { level: 9 }))]);
	}
}
