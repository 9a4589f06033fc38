import type { Dispatcher } from 'undici';

/** A server redirected too many times, or to no URL. The message continues the server's name. */
export class RedirectError extends Error {
	override name = 'RedirectError';
}

const MAX_REDIRECTS = 3;

/**
 * Follows the redirects of a GET request.
 * @param send requests a URL, and checks it first: a redirect can lead anywhere
 * @returns the first response that is no redirect, and its URL
 * @throws RedirectError
 */
export async function followRedirects(
	address: string,
	send: (address: string) => Promise<Dispatcher.ResponseData>,
): Promise<{ response: Dispatcher.ResponseData; url: string }> {
	let at = address;
	for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
		const response = await send(at);
		const location = response.headers['location'];
		if (response.statusCode < 300 || response.statusCode >= 400 || typeof location !== 'string') {
			return { response, url: at };
		}
		await response.body.dump();
		const next = URL.parse(location, at);
		if (!next) throw new RedirectError('returned an invalid redirect');
		at = next.href;
	}
	throw new RedirectError('redirected too many times');
}
