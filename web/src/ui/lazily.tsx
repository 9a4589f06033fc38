import { type ComponentType, lazy, useState } from 'react';

/** How long a page that has loaded is left alone before the code of others is loaded, ms. */
const REST_MS = 3000;

/** A part of a page whose code is loaded on demand. */
export interface Lazy<Props extends object = object> {
	/** Loads the code, so that the part is rendered without a placeholder from then on. */
	prepare(): Promise<void>;
	screen: ComponentType<Props>;
}

/** @param load imports the module whose default export is the part */
export function lazily<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Lazy<Props> {
	let prepared: ComponentType<Props> | undefined;
	const prepare = async () => {
		prepared = (await load()).default;
		return prepared;
	};
	const Later = lazy(async () => ({ default: await prepare() }));
	return {
		prepare: async () => void (await prepare()),
		screen(props) {
			// A lazy component shows a placeholder when it is first rendered: for 300 ms, however soon its code is there.
			const [Screen] = useState(() => prepared ?? Later);
			return <Screen {...props} />;
		},
	};
}

/**
 * Loads parts that the user is likely to open, one after the other while the page has nothing else to do, so that they
 * open at once. Not for users who save data. Never rejects: a part that cannot be loaded is loaded when it is opened.
 */
export async function prepareWhenIdle(parts: readonly Pick<Lazy, 'prepare'>[]): Promise<void> {
	// The first seconds belong to what the user does on this page.
	await new Promise((resolve) => setTimeout(resolve, REST_MS));
	const { connection } = navigator as { connection?: { saveData?: boolean } };
	if (connection?.saveData) return;
	for (const part of parts) {
		await idle();
		await part.prepare().catch(() => null);
	}
}

async function idle(): Promise<void> {
	// Safari has no requestIdleCallback.
	await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
}
