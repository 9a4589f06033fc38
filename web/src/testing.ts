import { configure } from '@testing-library/react';
import { vi } from 'vitest';

// A busy machine exceeds the default timeouts of 1 and 5 seconds.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });

/** Browser APIs that jsdom lacks and the component library needs. */
Object.defineProperty(window, 'matchMedia', {
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
Element.prototype.scrollIntoView = () => {};
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
