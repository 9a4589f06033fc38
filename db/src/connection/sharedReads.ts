import DataLoader from 'dataloader';
import type { Reader } from './reader.ts';

/** Reads the rows of one key, as `read` does. */
export type ReadBy = <Row extends object>(sql: string, key: string) => Promise<readonly Row[]>;

/** The most keys of a statement. It is prepared once for every power of two up to this. */
const MAX_KEYS = 32;

interface Keyed {
	readKey: string;
}

/**
 * Lets reads that are asked for in the same turn of the event loop share one statement. Sending a statement to a database
 * server takes several times as long as reading a row by its key. On the embedded database, too, requests that continue
 * together take less processor time than one by one. Nothing is kept: each read is made after it was asked for.
 */
export function shareReads(read: Reader['read']): ReadBy {
	/** By the statement's text. */
	const loaders = new Map<string, DataLoader<string, readonly object[]>>();

	async function readAll(textFor: (keys: number) => string, asked: readonly string[]): Promise<(readonly object[])[]> {
		const keys = [...new Set(asked)];
		const marks = 2 ** Math.ceil(Math.log2(keys.length));
		const bindings = Array.from({ length: marks }, (_, at) => keys[at] ?? (keys[0] as string));
		const rows = Map.groupBy(await read<Keyed>(textFor(marks), bindings), ({ readKey }) => readKey);
		return asked.map((key) => rows.get(key) ?? []);
	}

	function open(sql: string) {
		const textFor = ofKeys(sql);
		const loader = new DataLoader<string, readonly object[]>((keys) => readAll(textFor, keys), {
			cache: false,
			maxBatchSize: MAX_KEYS,
			// The requests of other connections are read from their sockets in the same turn, but after the promises of this one.
			batchScheduleFn: setImmediate,
		});
		loaders.set(sql, loader);
		return loader;
	}

	return <Row extends object>(sql: string, key: string) =>
		(loaders.get(sql) ?? open(sql)).load(key) as Promise<readonly Row[]>;
}

/** @returns the statement for a number of keys, whose rows also have their key. @throws Error for a text without a key */
function ofKeys(sql: string): (count: number) => string {
	const [, select, key] = /^select\s(.*)\s(\S+) = \?$/s.exec(sql) ?? [];
	if (!select || !key) throw new Error(`A read by key is "select … where key = ?": ${sql}`);
	return (count) => `select ${key} as readKey, ${select} ${key} in (${Array(count).fill('?').join(', ')})`;
}
