/** Sets the document's title to a screen's name. */
export function Title({ of }: { of: string }) {
	return <title>{`${of} · Dropwire`}</title>;
}
