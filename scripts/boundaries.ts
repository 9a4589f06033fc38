/**
 * Checks imports that closed `exports` cannot check. npm links every package everywhere, so an import could name a
 * package that is missing from its own package.json, or reach into another package by a relative path. A package may
 * import its `dependencies`; tests and test kits may also import its `devDependencies`.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

const root = join(import.meta.dirname, '..');
const TEST = /(\.test\.tsx?|\/testing(Process)?\.ts|\/testing\/.*|\.config\.ts)$/;

/** All modules that a file imports, including type-only and dynamic imports. */
function importsOf(file: string): string[] {
	const source = readFileSync(join(root, file), 'utf8');
	const { module } = parseSync(file, source);
	return [
		...module.staticImports.map((found) => found.moduleRequest.value),
		...module.staticExports.flatMap((found) => found.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
		...module.dynamicImports.map(({ moduleRequest }) => source.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
	];
}

const offences: string[] = [];
for (const manifest of globSync(['{packages,test}/*/package.json', '{db,bff,web,bot,cli}/package.json'], {
	cwd: root,
})) {
	const folder = dirname(manifest);
	const { name, dependencies, devDependencies } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as {
		name: string;
		dependencies?: Record<string, string>;
		devDependencies?: Record<string, string>;
	};
	// A bundled package lists its parts as development dependencies.
	const bundled = name === '@dropwire/cli';
	for (const file of globSync(`${folder}/**/*.{ts,tsx}`, {
		cwd: root,
		exclude: ['**/node_modules/**', '**/dist/**'],
	})) {
		const allowed = { ...dependencies, ...((bundled || TEST.test(file)) && devDependencies) };
		for (const specifier of importsOf(file)) {
			const [scope, part] = specifier.split('/');
			const target = normalize(join(dirname(file), specifier));
			// End-to-end tests and benchmarks start the product with the same code as the scripts.
			const inside = target.startsWith(`${folder}/`) || (folder.startsWith('test/') && target.startsWith('scripts/'));
			const ours = scope === '@dropwire' && (`@dropwire/${part}` === name || `@dropwire/${part}` in allowed);
			if (specifier.startsWith('.') ? !inside : scope === '@dropwire' && !ours)
				offences.push(`${file} imports ${specifier}`);
		}
	}
}

console.log(
	offences.length === 0
		? 'Package boundaries: fine.'
		: `Imports that no package.json allows (docs/architecture.md, "Packages"):\n${offences.join('\n')}`,
);
process.exitCode = offences.length === 0 ? 0 : 1;
