/** Checks that nothing imports against the order of the rooms. Tests may use the sandbox and the rooms' test kits besides. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { MAY_IMPORT, ROOMS } from './rooms.ts';

const root = join(import.meta.dirname, '..');

/** Every module that a file names, type-only and dynamic imports included. */
function importsOf(file: string): string[] {
	const source = readFileSync(join(root, file), 'utf8');
	const { module } = parseSync(file, source);
	return [
		...module.staticImports.map((found) => found.moduleRequest.value),
		...module.staticExports.flatMap((found) => found.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
		...module.dynamicImports.map(({ moduleRequest }) => source.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
	];
}

/** `engine/delivery/outbox` for both `@dropwire/engine/delivery/outbox` and a relative path into that room; null outside. */
function roomPath(file: string, specifier: string): string | null {
	if (specifier.startsWith('@dropwire/')) return specifier.slice('@dropwire/'.length);
	if (!specifier.startsWith('.')) return null;
	return relative(root, normalize(join(root, dirname(file), specifier))).replace(/^(\w+)\/src\//, '$1/');
}

/** A file is in the innermost declared place that its path starts with. */
function placeOf(path: string): keyof typeof MAY_IMPORT | undefined {
	const places = Object.keys(MAY_IMPORT) as (keyof typeof MAY_IMPORT)[];
	return places
		.filter((place) => path === place || path.startsWith(`${place}/`))
		.sort((a, b) => b.length - a.length)[0];
}

const wrong: string[] = [];
for (const file of globSync(
	ROOMS.map((room) => `${room}/**/*.{ts,tsx}`),
	{ cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] },
)) {
	const place = placeOf(file);
	if (!place) continue;
	const test = /(\.test\.tsx?|\/testing(\.ts|\/.*))$/.test(file);
	const allowed: string[] = [...MAY_IMPORT[place], ...(test ? ['sandbox', 'db', 'scripts', 'bff/testing'] : [])];
	for (const specifier of importsOf(file)) {
		const path = roomPath(file, specifier);
		if (path === null || placeOf(path) === place) continue;
		if (!allowed.some((room) => path === room || path.startsWith(`${room}/`)))
			wrong.push(`${file} imports ${specifier}`);
	}
}

console.log(
	wrong.length === 0 ? 'Import order: fine.' : `Import order, against docs/architecture.md:\n${wrong.join('\n')}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
