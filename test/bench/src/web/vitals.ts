import type { CDPSession, Page } from 'playwright-core';

/** What the browser reports about one visit. */
export interface Vitals {
	/** First and largest contentful paint, ms. */
	fcp: number;
	lcp: number;
	/** Cumulative layout shift. */
	cls: number;
	/** Longest interaction, from the event to the next paint, ms. */
	inp: number;
	/** Longest task of the main thread, ms. */
	task: number;
}

/** What a visit loaded until the page was ready, as transferred, kB. */
export interface Loaded {
	kB: number;
	scriptKB: number;
	requests: number;
}

/** Runs in the page from its start and collects the browser's own reports. */
const OBSERVE = `
window.vitals = { fcp: 0, lcp: 0, cls: 0, inp: 0, task: 0 };
const on = (type, take, more) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
on('paint', (entry) => { if (entry.name === 'first-contentful-paint') window.vitals.fcp = entry.startTime; });
on('largest-contentful-paint', (entry) => { window.vitals.lcp = entry.startTime; });
on('layout-shift', (entry) => { if (!entry.hadRecentInput) window.vitals.cls += entry.value; });
on('event', (entry) => { if (entry.interactionId) window.vitals.inp = Math.max(window.vitals.inp, entry.duration); }, { durationThreshold: 16 });
on('longtask', (entry) => { window.vitals.task = Math.max(window.vitals.task, entry.duration); });
`;

/** Starts to observe a page that is not open yet. */
export async function observe(page: Page): Promise<() => Promise<Vitals>> {
	await page.addInitScript(OBSERVE);
	return () => page.evaluate<Vitals>('window.vitals');
}

/** Counts what a page loads, from the network domain of its debugger session. */
export function countLoads(devtools: CDPSession): () => Loaded {
	const scripts = new Set<string>();
	const loaded: Loaded = { kB: 0, scriptKB: 0, requests: 0 };
	devtools.on('Network.responseReceived', ({ requestId, type }) => {
		loaded.requests += 1;
		if (type === 'Script') scripts.add(requestId);
	});
	devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		loaded.kB += encodedDataLength / 1000;
		if (scripts.has(requestId)) loaded.scriptKB += encodedDataLength / 1000;
	});
	return () => ({ ...loaded });
}
