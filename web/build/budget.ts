import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Maximum size of the landing page's JavaScript, gzipped, kB. */
const MAX_KB = 110;

/** Reports the size of the landing page's scripts, and fails the build if the size exceeds the budget. */
export function budget(page: string): Plugin {
	return {
		name: 'dropwire:budget',
		apply: 'build',
		generateBundle(_, bundle) {
			const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
			const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
			const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(page));
			if (!entry) this.error(`Entry ${page} not found.`);
			const loaded = new Set<string>();
			const load = (file: string): void => {
				if (loaded.has(file)) return;
				loaded.add(file);
				const chunk = byFile.get(file);
				// Scripts that the page loads later also count.
				for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) load(next);
			};
			load(entry.fileName);
			const scripts = [...loaded].map((file) => byFile.get(file)?.code ?? '');
			scripts.push(readFileSync(join(import.meta.dirname, '../public/scheme.js'), 'utf8'));
			const kb = scripts.reduce((sum, code) => sum + gzipSync(code).length, 0) / 1000;
			if (kb > MAX_KB)
				this.error(`The landing page loads ${kb.toFixed(1)} kB of JavaScript, gzipped; the limit is ${MAX_KB} kB.`);
			this.info(`The landing page loads ${kb.toFixed(1)} kB of JavaScript, gzipped; the limit is ${MAX_KB} kB.`);
		},
	};
}
