import { Agent, errors, request } from 'undici';
import { type FeedThread, isFeedAnswer } from './feed.ts';

/**
 * What one question came to: the threads, that they are still those of the version asked about, or why there are none
 * to be had. `version` is the ETag of an answer of one page; null where there is none, or several pages.
 */
export type FeedResult = { threads: FeedThread[]; version: string | null } | Nothing;

/** Why there is nothing to read. */
type Nothing = { unchanged: true } | { blocked: string; retryAfterMs: number | null };

export interface FeedClient {
	/**
	 * All pages below one address. Rejects only when `signal` is aborted.
	 * @param version of an answer that the caller still has, so that it need not come again; answers are not kept here,
	 *   since they are large and the caller keeps what it read from them
	 */
	fetch(path: string, version: string | null, signal: AbortSignal): Promise<FeedResult>;
	close(): Promise<void>;
}

/** A batch of 25 SKUs has a few pages at most; more is not the feed's answer to our question. */
const MOST_PAGES = 10;
const LARGEST_BODY = 32 * 1024 * 1024;
const HEADERS = {
	accept: 'application/json',
	// What public monitors send and Nike's documentation asks for.
	'nike-api-caller-id': 'nike:dropwire:web:1.0',
	'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
};

export function createFeedClient({
	apiUrl,
	timeoutMs,
	connections = 16,
}: {
	apiUrl: string;
	timeoutMs: number;
	/** At the same time, to the one host. */
	connections?: number;
}): FeedClient {
	const agent = new Agent({ connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });

	async function page(
		path: string,
		version: string | null,
		signal: AbortSignal,
	): Promise<{ threads: FeedThread[]; next: string; etag: string } | Nothing> {
		const response = await request(`${apiUrl}${path}`, {
			dispatcher: agent,
			signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
			headers: { ...HEADERS, ...(version !== null && { 'if-none-match': version }) },
		});
		if (response.statusCode === 304 && version !== null) {
			await response.body.dump();
			return { unchanged: true };
		}
		if (response.statusCode !== 200) {
			await response.body.dump();
			return {
				blocked: `Nike answered ${response.statusCode}`,
				retryAfterMs: retryAfter(response.headers['retry-after']),
			};
		}
		if (Number(response.headers['content-length'] ?? 0) > LARGEST_BODY) {
			response.body.destroy();
			return { blocked: 'Nike answered more than can be an answer', retryAfterMs: null };
		}
		const body = parsed(await response.body.text());
		if (!isFeedAnswer(body)) return { blocked: 'Nike answered something that is not the feed', retryAfterMs: null };
		return {
			threads: body.objects,
			next: body.pages?.next ?? '',
			etag: String(response.headers['etag'] ?? ''),
		};
	}

	return {
		async fetch(path, version, signal) {
			const threads: FeedThread[] = [];
			const etags: string[] = [];
			let next = path;
			try {
				for (let pages = 0; next !== '' && pages < MOST_PAGES; pages++) {
					const answer = await page(next, pages === 0 ? version : null, signal);
					if ('blocked' in answer || 'unchanged' in answer) return answer;
					threads.push(...answer.threads);
					etags.push(answer.etag);
					next = answer.next;
				}
				return { threads, version: etags.length === 1 && etags[0] ? etags[0] : null };
			} catch (error) {
				if (signal.aborted) throw error;
				return { blocked: describe(error), retryAfterMs: null };
			}
		},
		close: () => agent.destroy(),
	};
}

/** Seconds, or a date (RFC 9110). */
function retryAfter(header: string | string[] | undefined): number | null {
	if (typeof header !== 'string') return null;
	const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Number.isFinite(ms) && ms > 0 ? ms : null;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function describe(error: unknown): string {
	if (
		error instanceof errors.HeadersTimeoutError ||
		error instanceof errors.BodyTimeoutError ||
		(error as Error).name === 'TimeoutError'
	) {
		return 'Nike did not answer in time';
	}
	return `Nike cannot be reached (${(error as { code?: string }).code ?? (error as Error).message})`;
}
