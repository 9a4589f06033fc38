import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Maximum size of the scripts of a page, gzipped, kB. */
const MAX_KB = {
	/** The landing page, with everything that it loads later. */
	'index.html': 100,
	/** The app before it loads a screen. */
	'app.html': 200,
} as const;

/** Reports the size of the scripts of each page, and fails the build if a page exceeds its budget. */
export function budget(): Plugin {
	return {
		name: 'dropwire:budget',
		apply: 'build',
		generateBundle(_, bundle) {
			const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
			const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
			const scheme = gzipSync(readFileSync(join(import.meta.dirname, '../public/scheme.js'))).length;
			for (const [page, max] of Object.entries(MAX_KB)) {
				const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(page));
				if (!entry) this.error(`Entry ${page} not found.`);
				const loaded = new Set<string>();
				const load = (file: string): void => {
					if (loaded.has(file)) return;
					loaded.add(file);
					const { imports = [], dynamicImports = [] } = byFile.get(file) ?? {};
					for (const next of page === 'index.html' ? [...imports, ...dynamicImports] : imports) load(next);
				};
				load(entry.fileName);
				const sizes = [...loaded].map((file) => gzipSync(byFile.get(file)?.code ?? '').length);
				const kB = sizes.reduce((sum, size) => sum + size, scheme) / 1000;
				const text = `${page} loads ${kB.toFixed(1)} kB of JavaScript, gzipped; the limit is ${max} kB.`;
				if (kB > max) this.error(text);
				this.info(text);
			}
		},
	};
}
