import type { Knex } from '@dropwire/db';

interface QueryEvent {
	/** The connection. */
	__knexUid: string;
	sql: string;
}

/**
 * Measures the transactions of a database server's client: from `BEGIN` until `COMMIT` is sent, and statements outside
 * of transactions until their response. @returns a function with the longest since its previous call, ms
 */
export function watchTransactions(knex: Knex): () => number {
	const began = new Map<string, number>();
	const single = new Map<string, number>();
	let longest = 0;
	const end = (starts: Map<string, number>, connection: string) => {
		const at = starts.get(connection);
		if (at !== undefined) longest = Math.max(longest, performance.now() - at);
		starts.delete(connection);
	};
	knex.on('query', ({ __knexUid: connection, sql }: QueryEvent) => {
		if (/^begin/i.test(sql)) began.set(connection, performance.now());
		else if (/^(commit|rollback)/i.test(sql)) end(began, connection);
		else if (!began.has(connection)) single.set(connection, performance.now());
	});
	knex.on('query-response', (_: unknown, { __knexUid: connection }: QueryEvent) => end(single, connection));
	return () => {
		const found = longest;
		longest = 0;
		return found;
	};
}
