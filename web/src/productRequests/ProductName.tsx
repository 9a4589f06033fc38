/** A SKU as text, or the link of a product. */
export function ProductName({ sku, link = null }: { sku: string; link?: string | null }) {
	const href = URL.canParse(sku) ? sku : link;
	const name = <span className="mono">{sku}</span>;
	return href === null ? (
		name
	) : (
		<a href={href} target="_blank" rel="noreferrer">
			{name}
		</a>
	);
}
