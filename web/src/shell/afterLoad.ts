/** Resolves once everything that the page's first view needs has loaded, which later code must not delay. */
export async function afterLoad(): Promise<void> {
	if (document.readyState === 'complete') return;
	await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}
