/** The highest sent ids: the content of Last-Event-ID. */
export interface Watermark {
	event: number;
	delivery: number;
}

/** One message of the stream (WHATWG HTML, "Server-sent events"). */
export function frame(kind: 'event' | 'delivery' | 'deliveries' | 'guild', data: unknown): string {
	return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * The text of several messages. The last one carries the ids, so that a reader that received only some of them gets all
 * of them again.
 */
export function join(frames: readonly string[], at: Watermark): string {
	return frames
		.map((text, index) => (index === frames.length - 1 ? `id: ${watermarkText(at)}\n${text}` : text))
		.join('');
}

export const RESET = 'event: reset\ndata: {}\n\n';

/** A comment, so that proxies do not close an idle connection. */
export const HEARTBEAT = Buffer.from(': alive\n\n');

/** How long a browser waits before it reconnects, ms. Random, so that a restart does not bring all of them back at once. */
const [MIN_RETRY_MS, MAX_RETRY_MS] = [1000, 4000];

/** The first message: the reconnect delay and the current ids. */
export function hello(at: Watermark): string {
	const retryMs = Math.round(MIN_RETRY_MS + Math.random() * (MAX_RETRY_MS - MIN_RETRY_MS));
	return `retry: ${retryMs}\nid: ${watermarkText(at)}\nevent: hello\ndata: {}\n\n`;
}

/** Reads a Last-Event-ID. For an invalid one, everything counts as not sent. */
export function readWatermark(lastEventId: string): Watermark {
	const [, event = '0', delivery = '0'] = /^e(\d{1,15})\.d(\d{1,15})$/.exec(lastEventId) ?? [];
	return { event: Number(event), delivery: Number(delivery) };
}

function watermarkText({ event, delivery }: Watermark): string {
	return `e${event}.d${delivery}`;
}
