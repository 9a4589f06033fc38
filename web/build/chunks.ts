import type { Rolldown } from 'vite';

/** The files that a page needs before it can render. */
export interface Files {
	scripts: readonly string[];
	/** In the order of their import. */
	styles: readonly string[];
}

/**
 * The files of these source modules and of everything that they import statically.
 * @param sources absolute paths of entries and of dynamically imported modules
 * @throws Error for a source that has no chunk, for example after it was renamed
 */
export function filesOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): Files {
	const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
	const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
	const scripts = new Set<string>();
	const styles = new Set<string>();
	const add = (file: string): void => {
		const chunk = byFile.get(file);
		if (!chunk || scripts.has(file)) return;
		scripts.add(file);
		for (const next of chunk.imports) add(next);
		for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
	};
	for (const source of sources) {
		const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === source);
		if (!chunk) throw new Error(`${source} is not loaded on demand by any module.`);
		add(chunk.fileName);
	}
	return { scripts: [...scripts], styles: [...styles] };
}
