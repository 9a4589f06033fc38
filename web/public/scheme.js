// Before the first paint, so that the page does not flash in the other scheme. The key is Mantine's own.
(function () {
	var chosen = null;
	try {
		chosen = localStorage.getItem('mantine-color-scheme-value');
	} catch {
		// Storage may be forbidden; then the system decides.
	}
	var dark = chosen === 'dark' || (chosen !== 'light' && !matchMedia('(prefers-color-scheme: light)').matches);
	document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
