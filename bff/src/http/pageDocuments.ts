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
	/** What the page reads first. Can contain the path's parameters, such as `:guildId`. */
	reads: readonly PageRead[];
	/** URLs of the long lists that the page reads next. */
	lists: readonly string[];
}

/** A read of a page. */
export interface PageRead {
	url: string;
	/** The name of the call and its input, as JSON. */
	call: string;
}

/** The document of a page. */
export type FoundDocument = Pick<PageDocument, 'file' | 'role' | 'reads' | 'lists'>;

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
		for (const { pattern, file, role, reads, lists } of lines) {
			const found = pattern.exec(path);
			if (found) return { file, role, reads: withParameters(reads, found.groups ?? {}), lists };
		}
		return null;
	};
}

function withParameters(reads: readonly PageRead[], groups: Readonly<Record<string, string>>): PageRead[] {
	return reads.flatMap(({ url, call }) => {
		const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
		if (!names.every((name) => SIMPLE.test(groups[name] ?? ''))) return [];
		const fill = (text: string) =>
			names.reduce((filled, name) => filled.replaceAll(`:${name}`, groups[name] ?? ''), text);
		return [{ url: fill(url), call: fill(call) }];
	});
}
