/** What the browser's tab and its history call the screen that stands now. */
export function Title({ of }: { of: string }) {
	return <title>{`${of} · Dropwire`}</title>;
}
