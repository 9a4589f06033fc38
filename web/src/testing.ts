/** What jsdom lacks and the component library asks for. */
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
