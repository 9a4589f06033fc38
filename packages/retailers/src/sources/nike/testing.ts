import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Region } from '@dropwire/domain';
import { onTestFinished } from 'vitest';
import { type Answer, bySku, type Reading } from '../../snapshot/answer.ts';
import { nike as definition } from './nike.ts';

const RECORDINGS = join(import.meta.dirname, '../../../../sandbox/recordings');

/** A recorded answer. One recording contains only a productInfo, and is wrapped in a thread as in a real answer. */
export function recording(name: string): string {
	const text = readFileSync(join(RECORDINGS, name), 'utf8');
	return text.includes('"objects"') ? text : JSON.stringify({ objects: [JSON.parse(text)] });
}

/** A Nike server with the given answers, until the test ends, and a connection to it. It stores its requests. */
export async function nike(
	answer: (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void,
	timeoutMs = 2000,
) {
	const requests: URLSearchParams[] = [];
	const server = createServer((request, response) => {
		const query = new URL(request.url ?? '', 'http://nike').searchParams;
		requests.push(query);
		answer(request, response, query);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const source = definition.connect({ url, timeoutMs, connections: 4 });
	onTestFinished(async () => {
		await source.close();
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	const { signal } = new AbortController();
	const read = async (
		skus: readonly string[],
		{ region = 'US', version = null }: { region?: Region; version?: string | null } = {},
	) => source.ask(region, skus.map(bySku), signal, version);
	const ask = async (region: Region, ...skus: string[]) => answersOf(await read(skus, { region }));
	return { requests, source, read, ask };
}

export function answersOf(reading: Reading): ReadonlyMap<string, Answer> {
	if ('unchanged' in reading) throw new Error('Nike sent no answers');
	return reading.answers;
}

export const versionOf = (reading: Reading) => ('unchanged' in reading ? null : (reading.version ?? null));

/** A filter of a request's query, without its name and parentheses. */
export const filter = (query: URLSearchParams, name: string) =>
	query
		.getAll('filter')
		.find((text) => text.startsWith(`${name}(`))
		?.slice(name.length + 1, -1);
