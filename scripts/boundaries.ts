/**
 * Checks imports that neither the compiler nor closed `exports` check, type-only ones included:
 * - npm links every package everywhere, so an import could name a package that is missing from its own package.json, or
 *   reach into another package by a relative path. A package may import its `dependencies`; tests and test kits may also
 *   import its `devDependencies`.
 * - Two folders of one package do not import each other, at any depth; files and folders side by side count alike.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

const root = join(import.meta.dirname, '..');
const TEST = /\.test\.tsx?$/;
const TEST_KIT = /(\/testing(Process)?\.ts|\/testing\/.*|\.config\.ts)$/;

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

/** For each folder or file, what it imports among those beside it, and the first import that does. */
const neighbours = new Map<string, Map<string, string>>();

/** Records an import between the two folders or files in which the paths part. */
function recordNeighbours(file: string, target: string): void {
	const from = file.split('/');
	const to = target.split('/');
	const depth = from.findIndex((name, index) => name !== to[index]) + 1;
	const folder = from.slice(0, depth).join('/');
	const imported = neighbours.get(folder) ?? new Map<string, string>();
	neighbours.set(folder, imported);
	const other = to.slice(0, depth).join('/');
	if (!imported.has(other)) imported.set(other, `${file} imports ${target}`);
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
		const isTest = TEST.test(file);
		const allowed = { ...dependencies, ...((bundled || isTest || TEST_KIT.test(file)) && devDependencies) };
		for (const specifier of importsOf(file)) {
			const [scope, part] = specifier.split('/');
			const target = normalize(join(dirname(file), specifier));
			const inside = target.startsWith(`${folder}/`);
			// End-to-end tests and benchmarks start the product with the same code as the scripts.
			const shared = folder.startsWith('test/') && target.startsWith('scripts/');
			const ours = scope === '@dropwire' && (`@dropwire/${part}` === name || `@dropwire/${part}` in allowed);
			if (specifier.startsWith('.') ? !inside && !shared : scope === '@dropwire' && !ours)
				offences.push(`${file} imports ${specifier}`);
			if (specifier.startsWith('.') && inside && !isTest) recordNeighbours(file, target);
		}
	}
}

const pairs = [...neighbours].flatMap(([folder, imported]) =>
	[...imported].flatMap(([other, there]) => {
		const back = folder < other && neighbours.get(other)?.get(folder);
		return back ? [`${folder} and ${other}: ${there}; ${back}`] : [];
	}),
);

if (offences.length > 0)
	console.log(`Imports that no package.json allows (docs/architecture.md, "Packages"):\n${offences.join('\n')}`);
if (pairs.length > 0) console.log(`Folders that import each other:\n${pairs.join('\n')}`);
if (offences.length + pairs.length === 0) console.log('Package boundaries: fine.');
process.exitCode = offences.length === 0 ? 0 : 1;
