import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pagePattern } from '@dropwire/contract';

/** A line of `documents.json`, which the web app's build writes. */
interface PageDocument {
	/** The page's path, as a pattern of React Router. */
	path: string;
	/** The document's file below the folder of the web app. */
	file: string;
	role: 'admin' | 'client';
	/** URLs that the page reads first. They can contain the path's parameters, such as `:guildId`. */
	reads: readonly string[];
}

/** The document of a page. */
export interface FoundDocument extends Pick<PageDocument, 'file' | 'role'> {
	reads: readonly string[];
}

/** What a parameter of a path can be for its reads to be known; ids of guilds and channels are. */
const SIMPLE = /^[\w-]+$/;

/**
 * Finds the documents of pages. The table is read with the first page, because a server can start before the web app is
 * built.
 * @param root the folder of the built web app
 */
export function createPageDocuments(root: string): (path: string) => Promise<FoundDocument | null> {
	let table: Promise<(PageDocument & { pattern: RegExp })[]> | undefined;
	const read = async () => {
		const lines = JSON.parse(await readFile(join(root, 'documents.json'), 'utf8')) as PageDocument[];
		return lines.map((line) => ({ ...line, pattern: pagePattern(line.path) }));
	};
	return async (path) => {
		table ??= read();
		const lines = await table.catch(() => {
			// A web app of an older build has no table: its pages have one document.
			table = undefined;
			return [];
		});
		for (const { pattern, file, role, reads } of lines) {
			const found = pattern.exec(path);
			if (found) return { file, role, reads: withParameters(reads, found.groups ?? {}) };
		}
		return null;
	};
}

function withParameters(reads: readonly string[], groups: Readonly<Record<string, string>>): string[] {
	return reads.flatMap((read) => {
		const values: string[] = [];
		const url = read.replace(/:(\w+)/g, (_, name: string) => {
			values.push(groups[name] ?? '');
			return groups[name] ?? '';
		});
		return values.every((value) => SIMPLE.test(value)) ? [url] : [];
	});
}
