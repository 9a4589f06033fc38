import type { Control } from '@dropwire/sandbox';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, openPage, type PageOptions, signIn, type Watched } from './browser.ts';
import { type Home, openHome, type Whole } from './whole.ts';

/** The whole, and a browser to use it with, for the tests of one file. */
export interface Stage {
	/** Where the product is. */
	url: string;
	/** The sandbox's Discord and shops. */
	control: Control;
	browser: Browser;
	/** What the whole printed. */
	output(): string;
	/** A page on which nobody is signed in. */
	open(options?: PageOptions): Promise<Watched>;
	/** A page at this path, opened by a person who signs in on the way there. */
	as(name: 'Ada' | 'Cleo' | 'mia', path: string, options?: PageOptions): Promise<Watched>;
	/** The webhook that stands in this channel of the sandbox from the start; channels by their last two digits. */
	webhookUrl(channel: number): Promise<string>;
	/** Ctrl-C. @returns how long it took, ms, and the exit code */
	interrupt(): Promise<{ ms: number; code: number | null }>;
	/** Starts what was interrupted again. */
	start(): Promise<void>;
}

/** Sets the stage before the first test of a file, and clears it after the last. */
export function useStage(env?: Record<string, string>): Stage {
	let home: Home | undefined;
	let whole: Whole;
	let browser: Browser;
	beforeAll(async () => {
		home = await openHome();
		[whole, browser] = await Promise.all([home.start(env), openBrowser()]);
	});
	afterAll(async () => {
		await browser?.close();
		await home?.remove();
	});
	return {
		get url() {
			return whole.url;
		},
		get control() {
			return whole.control;
		},
		get browser() {
			return browser;
		},
		output: () => whole.output(),
		open: (options) => openPage(browser, options),
		async as(name, path, options) {
			const watched = await openPage(browser, options);
			await signIn(watched.page, whole.url, path, name);
			return watched;
		},
		async webhookUrl(channel) {
			const webhooks = await whole.control.webhooks();
			return webhooks.find(({ id }) => id === `4000000000000000${channel}`)?.url as string;
		},
		interrupt: () => whole.interrupt(),
		async start() {
			whole = await (home as Home).start(env);
		},
	};
}
