import { errorOf } from '@dropwire/contract';
import { text } from 'node:stream/consumers';
import type { Work } from '../command.ts';
import { usage } from '../failure.ts';
import { failedWrite, sendWithRetries, unreachable } from '../server/retries.ts';
import { openSession } from '../server/session.ts';
import { write, writeJson } from '../terminal/output.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const run: Work<{ body?: string }> = async ({ args, options, globals }) => {
	const method = String(args[0]).toUpperCase();
	if (!METHODS.includes(method)) throw usage(`There is no method ${method}.`, `There are: ${METHODS.join(', ')}`);
	const { url, token } = openSession(globals);
	const address = addressOf(url, String(args[1]));
	const body = options.body === '-' ? await text(process.stdin) : options.body;
	if (body !== undefined) mustBeJson(body);
	const headers = {
		accept: 'application/json',
		authorization: `Bearer ${token}`,
		...(body !== undefined && { 'content-type': 'application/json' }),
	};
	const isWrite = method !== 'GET' && !isDryRun(body);
	const answer = await textOf(address, { method, headers, ...(body !== undefined && { body }) }).catch(
		(error: unknown) => {
			throw isWrite ? failedWrite(error) : error;
		},
	);
	const json = parsed(answer);
	return json === undefined ? write(answer) : writeJson(json);
};

/** @throws Failure (usage) for another server, which must not get the token */
function addressOf(origin: string, path: string): string {
	if (path.startsWith('/') && URL.canParse(path, origin)) {
		const address = new URL(path, origin);
		if (address.origin === origin) return address.href;
	}
	throw usage(`${JSON.stringify(path)} is not a path of the server.`, 'Example: dropwire api GET /api/audit');
}

/** The body of the answer. @throws ApiError */
async function textOf(address: string, init: RequestInit): Promise<string> {
	let response: Response;
	let answer: string;
	try {
		response = await sendWithRetries(address, init, { idempotent: init.method === 'GET' });
		answer = await response.text();
	} catch (cause) {
		throw unreachable(cause);
	}
	if (!response.ok) throw errorOf(response, parsed(answer));
	return answer;
}

function isDryRun(body: string | undefined): boolean {
	return body !== undefined && (parsed(body) as { dryRun?: unknown } | null)?.dryRun === true;
}

function mustBeJson(body: string): void {
	if (parsed(body) === undefined) throw usage('--body is not JSON.', `Example: --body '{"id": "12"}'`);
}

/** Undefined for text that is not JSON. */
function parsed(answer: string): unknown {
	try {
		return JSON.parse(answer) as unknown;
	} catch {
		return undefined;
	}
}
