import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** A module that this many screens use, or more, belongs to a file that all of them load. */
const SHARED_BY = 9;
/** What the app also starts with, but the bundler would put into the file of what many screens use. */
const STARTS_WITH = /domain\/src\/watchlists\.ts$|color-functions\/get-contrast-color/;
const src = join(import.meta.dirname, '../src/');
const landing = join(src, 'landing/');
/** The parts of public pages, which the app does not use. */
const PUBLIC_ONLY = [landing, join(src, 'releases/')];

/**
 * One file each of what the public pages and the app start with, what makes public pages interactive, the vocabulary that
 * the release calendar shares with the app, what the app starts with and screens use, and what else many screens use. A
 * browser requests six files at a time over HTTP/1.1, so few files are faster than exact ones. Each group contains what its modules
 * import, so no two files import each other.
 */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
	{ name: loadedBy('base', 'main.tsx'), debugName: 'base', priority: 2 },
	{ name: loadedBy('public', 'hydrate.tsx'), debugName: 'public', priority: 1 },
	{ name: loadedBy('vocabulary', 'Releases.tsx'), debugName: 'vocabulary', priority: 1 },
	{ name: 'shared', tags: ['$initial'], minShareCount: 2 },
	{ name: 'start', test: STARTS_WITH, priority: 3 },
	{ name: 'widgets', minShareCount: SHARED_BY },
];

/** Names the modules that an entry of the public pages imports, directly or through others, but not lazily. */
function loadedBy(name: string, entry: string): Rolldown.CodeSplittingGroup['name'] {
	let loaded: Set<string> | undefined;
	return (id, graph) => {
		loaded ??= withImports(landing + entry, graph);
		return loaded.has(id) && !PUBLIC_ONLY.some((folder) => id.startsWith(folder)) ? name : null;
	};
}

function withImports(entry: string, graph: { getModuleInfo(id: string): Rolldown.ModuleInfo | null }): Set<string> {
	const found = new Set([entry]);
	// A set also visits what is added while it is read.
	for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
	return found;
}
