/** A product's name, which leads to its page at the shop. */
export function ProductTitle({ title, url }: { title: string; url: string | null }) {
	if (url === null) return <b className="clip">{title}</b>;
	return (
		<a className="clip" href={url} target="_blank" rel="noreferrer" title={title}>
			{title}
		</a>
	);
}
