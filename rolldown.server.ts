import { readFileSync } from 'node:fs';
import { findPackageJSON, isBuiltin } from 'node:module';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

/**
 * Builds a process that runs for long into the `dist` folder of its package, as plain JavaScript: our packages and zod,
 * without what is not used. Run from its sources, a process also has Node.js' TypeScript compiler in memory, once in each
 * thread (docs/performance.md, "Watching"). Other packages stay in `node_modules`. Called in the folder of
 * the package.
 */
export default defineConfig({
	input: { main: 'src/main.ts' },
	platform: 'node',
	external: staysOutside,
	plugins: [workers()],
	output: {
		dir: 'dist',
		format: 'esm',
		// As in the sources, in logs.
		keepNames: true,
		// Beside the entry, since some modules name files relative to their own. Those of earlier builds stay, because a
		// process that still runs can need them: it starts threads when there is work for them.
		chunkFileNames: '[name]-[hash].js',
	},
});

/**
 * Whether the built file loads a module from `node_modules`.
 * @throws Error when it would find another version there than the module that imports it
 */
function staysOutside(id: string, importer: string | undefined): boolean {
	if (isBuiltin(id)) return true;
	if (/^(\.|@dropwire\/|zod(\/|$))/.test(id) || isAbsolute(id)) return false;
	const wanted = versionOf(id, importer ?? '');
	const found = versionOf(id, join(process.cwd(), 'dist', 'main.js'));
	if (wanted !== found) throw new Error(`${importer} imports ${id} ${wanted}, and ${process.cwd()} has ${found}`);
	return true;
}

function versionOf(id: string, from: string): string {
	const file = findPackageJSON(id, from);
	if (file === undefined) throw new Error(`${id} cannot be found from ${from}`);
	return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Builds the threads, too: `new URL('./x.worker.ts', import.meta.url)` becomes the URL of the built file. */
function workers(): Plugin {
	return {
		name: 'workers',
		transform: {
			filter: { code: /\.worker\.ts', import\.meta\.url\)/ },
			handler(code, id) {
				return code.replaceAll(/new URL\('(\.\/\w+\.worker\.ts)', import\.meta\.url\)/g, (_, path: string) => {
					const file = this.emitFile({ type: 'chunk', id: join(dirname(id), path), name: basename(path, '.ts') });
					return `new URL(import.meta.ROLLUP_FILE_URL_${file})`;
				});
			},
		},
	};
}
