import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// A busy machine exceeds the default timeouts of 1 and 5 seconds.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });
// The files of a worker share its window and its libraries, but neither the app's modules nor the cache of answers.
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
afterAll(cleanup);

/** Browser APIs that jsdom lacks and the component library needs. */
Object.defineProperty(window, 'matchMedia', {
	configurable: true,
	value: (media: string) => ({
		matches: false,
		media,
		addEventListener() {},
		removeEventListener() {},
		addListener() {},
		removeListener() {},
	}),
});
window.ResizeObserver = class {
	observe() {}
	unobserve() {}
	disconnect() {}
};
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

// Nor does it scroll, which lists of options do.
Element.prototype.scrollIntoView = () => {};
