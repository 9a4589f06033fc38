import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** All JavaScript that the landing page loads, gzipped, at most. */
const MOST_KB = 110;

/** Fails the build when the landing page's scripts outgrow their budget, and says what they weigh. */
export function budget(page: string): Plugin {
	return {
		name: 'dropwire:budget',
		apply: 'build',
		generateBundle(_, bundle) {
			const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
			const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
			const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(page));
			if (!entry) this.error(`There is no entry ${page} to weigh.`);
			const loaded = new Set<string>();
			const load = (file: string): void => {
				if (loaded.has(file)) return;
				loaded.add(file);
				const chunk = byFile.get(file);
				// What is loaded later counts too: "all in".
				for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) load(next);
			};
			load(entry.fileName);
			const scripts = [...loaded].map((file) => byFile.get(file)?.code ?? '');
			scripts.push(readFileSync(join(import.meta.dirname, '../public/scheme.js'), 'utf8'));
			const kb = scripts.reduce((sum, code) => sum + gzipSync(code).length, 0) / 1000;
			if (kb > MOST_KB)
				this.error(`The landing page loads ${kb.toFixed(1)} kB of JavaScript, gzipped; ${MOST_KB} at most.`);
			this.info(`The landing page loads ${kb.toFixed(1)} kB of JavaScript, gzipped, of ${MOST_KB}.`);
		},
	};
}
