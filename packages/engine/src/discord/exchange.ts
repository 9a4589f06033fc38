import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** A whole response, or the reason why there is none. */
export type Exchanged =
	| { status: number; header: (name: string) => string | undefined; text: string }
	| { failure: string };

/** The maximum size of a response with a message, which has about 10 KiB; a longer one is not from Discord. */
const LONGEST_ANSWER = 256 * 1024;
const TOO_LATE = 'Discord did not answer in time';

/**
 * One HTTP request, as a handler for undici's `dispatch`: the response is text of a few KiB, so the stream and the abort
 * signal of undici's `request` would cost more than the response.
 */
export class Exchange implements Dispatcher.DispatchHandler {
	readonly #done: (result: Exchanged) => void;
	readonly #timer: NodeJS.Timeout;
	readonly #maxLength: number;
	#controller: Dispatcher.DispatchController | undefined;
	#status = 0;
	#headers: IncomingHttpHeaders = {};
	#chunks: Buffer[] = [];
	#length = 0;
	#failure: string | undefined;

	/**
	 * @param timeoutMs for the whole exchange, up to the last byte of the response
	 * @param done called once
	 * @param maxLength of the response, bytes
	 */
	constructor(timeoutMs: number, done: (result: Exchanged) => void, maxLength = LONGEST_ANSWER) {
		this.#done = done;
		this.#maxLength = maxLength;
		this.#timer = setTimeout(() => this.#fail(TOO_LATE), timeoutMs);
	}

	onRequestStart(controller: Dispatcher.DispatchController): void {
		this.#controller = controller;
		// The time was up before there was a connection.
		if (this.#failure !== undefined) this.#fail(this.#failure);
	}

	onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
		this.#status = status;
		this.#headers = headers;
	}

	onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
		this.#length += chunk.length;
		if (this.#length > this.#maxLength) this.#fail(`Discord's answer is longer than ${this.#maxLength / 1024} KiB`);
		else this.#chunks.push(chunk);
	}

	onResponseEnd(): void {
		clearTimeout(this.#timer);
		const chunks = this.#chunks;
		const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
		const headers = this.#headers;
		this.#done({
			status: this.#status,
			header: (name) => [headers[name]].flat()[0],
			text: body.toString('utf8'),
		});
	}

	onResponseError(_: Dispatcher.DispatchController, error: Error & { code?: string }): void {
		clearTimeout(this.#timer);
		const { code, message } = error;
		const late = code === 'UND_ERR_CONNECT_TIMEOUT';
		const unreachable = `Discord cannot be reached (${code ?? (message || 'unknown failure')})`;
		this.#done({ failure: this.#failure ?? (late ? TOO_LATE : unreachable) });
	}

	/** Ends the request and closes its connection. */
	#fail(failure: string): void {
		this.#failure = failure;
		// `onResponseError` follows.
		this.#controller?.abort(new Error(failure));
	}
}
