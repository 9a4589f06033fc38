import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The part of the public pages that only one of them loads. */
const CALENDAR = 'landing/Releases.tsx';

/** Maximum size of the scripts of a page, gzipped, kB. */
const BUDGETS = [
	{ of: 'The landing page, with everything that it loads later,', html: 'index.html', without: [CALENDAR], maxKb: 100 },
	{ of: 'The release calendar', html: 'index.html', without: [], maxKb: 110 },
	{ of: 'The app before it loads a screen', html: 'app.html', without: null, maxKb: 170 },
] as const;

/** Reports the size of the scripts of each page, and fails the build if a page exceeds its budget. */
export function budget(): Plugin {
	return {
		name: 'dropwire:budget',
		apply: 'build',
		generateBundle(_, bundle) {
			const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
			const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
			const scheme = gzipSync(readFileSync(join(import.meta.dirname, '../public/scheme.js'))).length;
			const isOf = (file: string, module: string) => byFile.get(file)?.facadeModuleId?.endsWith(module) === true;
			for (const { of, html, without, maxKb } of BUDGETS) {
				const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(html));
				if (!entry) this.error(`Entry ${html} not found.`);
				const loaded = new Set<string>();
				const load = (file: string): void => {
					if (loaded.has(file)) return;
					loaded.add(file);
					const { imports = [], dynamicImports = [] } = byFile.get(file) ?? {};
					const lazy =
						without === null ? [] : dynamicImports.filter((next) => !without.some((module) => isOf(next, module)));
					for (const next of [...imports, ...lazy]) load(next);
				};
				load(entry.fileName);
				const sizes = [...loaded].map((file) => gzipSync(byFile.get(file)?.code ?? '').length);
				const kB = sizes.reduce((sum, size) => sum + size, scheme) / 1000;
				const text = `${of} loads ${kB.toFixed(1)} kB of JavaScript, gzipped; the limit is ${maxKb} kB.`;
				if (kB > maxKb) this.error(text);
				this.info(text);
			}
		},
	};
}
