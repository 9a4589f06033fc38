import type { Control } from '@dropwire/sandbox';
import { afterAll, beforeAll } from 'vitest';
import { addSession, openContext, openPage, type PageOptions, signIn, type Watched } from './browser.ts';
import { type Product, startProduct } from './product.ts';

/** The product and a browser, for the tests of one file. */
export interface Fixture {
	/** The product's address. */
	url: string;
	/** The sandbox's address, which has its shops. */
	sandboxUrl: string;
	/** Controls the sandbox's Discord and shops. */
	control: Control;
	/** Opens a page without signing in. */
	open(options?: PageOptions): Promise<Watched>;
	/** Opens a page at this path as a signed-in user. */
	as(name: 'Ada' | 'Cleo' | 'mia', path: string, options?: PageOptions): Promise<Watched>;
	/** Sends a request of a user without a page. @returns the response's JSON */
	call(name: 'Ada' | 'Cleo', path: string, body: object): Promise<unknown>;
	/** The URL of a new sandbox's webhook in this channel; channels are identified by their last two digits. */
	webhookUrl(channel: number): Promise<string>;
	/** Stops the server and the engine, and starts them again. */
	restart(options: { whileStopped: () => Promise<void> }): Promise<void>;
}

/** POLL_INTERVAL_MS for journeys that change products and wait for what follows. */
export const CHANGES_POLL_MS = '500';

/**
 * Starts a product before the first test of a file, and stops it after the last test. Files share the process and its
 * browser (`isolate: false` in vitest.config.ts), so a start takes a fraction of a second.
 */
export function useFixture(env?: Record<string, string>): Fixture {
	let product: Product;
	beforeAll(async () => {
		product = await startProduct(env);
	});
	afterAll(() => product?.remove());
	return {
		get url() {
			return product.url;
		},
		get sandboxUrl() {
			return product.sandbox.origin;
		},
		get control() {
			return product.sandbox.control;
		},
		open: openPage,
		async as(name, path, options) {
			const watched = await openPage(options);
			await signIn(watched.page, product.url, path, name);
			return watched;
		},
		async call(name, path, body) {
			const context = await openContext({});
			await addSession(context, product.url, name);
			const response = await context.request.post(product.url + path, { data: body, headers: { origin: product.url } });
			return response.json() as Promise<unknown>;
		},
		async webhookUrl(channel) {
			const webhooks = await product.sandbox.control.webhooks();
			return webhooks.find(({ id }) => id === `4000000000000000${channel}`)?.url as string;
		},
		async restart({ whileStopped }) {
			await product.stop();
			await whileStopped();
			await product.start();
		},
	};
}
