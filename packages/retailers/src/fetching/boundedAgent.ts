import { Agent as HttpAgent, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { TooLargeError } from './readBounded.ts';

/** How often to check the size of a response, ms. */
const LOOK_MS = 20;

/** The method that Node.js calls on an agent; Node's types omit it. */
interface Adding {
	addRequest(request: ClientRequest, options: unknown): void;
}

/**
 * An agent for libraries that read whole responses on their own: a request fails once its response exceeds `most`
 * bytes, or takes more than `timeoutMs` in total. Connections are not reused, so each carries only one response.
 * @param userAgent replaces the library's own header
 */
export function boundedAgent(
	url: string,
	{ max, timeoutMs, userAgent }: { max: number; timeoutMs: number; userAgent?: string },
): HttpAgent | HttpsAgent {
	const agent = url.startsWith('https:') ? new HttpsAgent() : new HttpAgent();
	const adding = agent as unknown as Adding;
	const add = adding.addRequest.bind(agent);
	adding.addRequest = (request, options) => {
		if (userAgent) request.setHeader('user-agent', userAgent);
		// Bytes are counted at the socket, because reading the response here would take it from the library.
		const look = setInterval(() => {
			if ((request.socket?.bytesRead ?? 0) > max) request.destroy(new TooLargeError(max));
		}, LOOK_MS);
		const late = setTimeout(() => request.destroy(new Error(`No whole answer within ${timeoutMs} ms`)), timeoutMs);
		request.once('close', () => {
			clearInterval(look);
			clearTimeout(late);
		});
		add(request, options);
	};
	return agent;
}
