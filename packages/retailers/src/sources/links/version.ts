import { z } from 'zod';
import { isFailure, type WebAnswer, type WebClient } from '../../fetching/webClient.ts';
import type { Part } from '../../shops/visit.ts';
import type { Unchanged } from '../../snapshot/answer.ts';

/** A version of a reading: the parts of which it was made, with the names of their states. */
const Version = z.array(
	z.tuple([
		z.string(),
		z.boolean(),
		z.object({ link: z.string(), etag: z.string().nullable(), lastModified: z.string().nullable() }),
	]),
);
/** A longer one costs more memory than it saves. */
const LONGEST = 4096;

/** Null if a part has no name. */
export function versionOf(parts: readonly Part[] | null): string | null {
	const version = parts && JSON.stringify(parts);
	return version && version.length <= LONGEST ? version : null;
}

/**
 * Requests the parts of an earlier reading again, as far as they have changed.
 * @returns `unchanged` if none has, as old as the oldest of them; else the answers that are new
 */
export async function fetchChanged(
	version: string | null,
	client: WebClient,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, WebAnswer> | Unchanged> {
	const fetched = new Map<string, WebAnswer>();
	if (version === null) return fetched;
	let ageMs = 0;
	for (const [link, page, known] of Version.parse(JSON.parse(version))) {
		const answer = await client.get({
			link,
			page,
			known,
			signal,
			...(!page && { headers: { accept: 'application/json' } }),
		});
		if ('unchanged' in answer) {
			ageMs = Math.max(ageMs, answer.ageMs ?? 0);
			continue;
		}
		fetched.set(link, answer);
		// The reading begins again; it needs no further conditional requests.
		if (isFailure(answer)) return fetched;
	}
	return fetched.size === 0 ? { unchanged: true, ...(ageMs > 0 && { ageMs }) } : fetched;
}
