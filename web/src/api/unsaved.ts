const unsaved = new Set<unknown>();
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Has the browser ask before a reload, another site or a closed tab loses unsaved changes, on every screen.
 * @param of identifies the changes
 * @param is whether there are any
 */
export function markUnsaved(of: unknown, is: boolean): void {
	if (is) unsaved.add(of);
	else unsaved.delete(of);
	// Without changes there is no listener: some browsers keep a page with one out of the cache for Back.
	if (hasUnsaved()) addEventListener('beforeunload', ask);
	else removeEventListener('beforeunload', ask);
}

/** Whether leaving the page would lose changes that are marked as unsaved. */
export function hasUnsaved(): boolean {
	return unsaved.size > 0;
}
