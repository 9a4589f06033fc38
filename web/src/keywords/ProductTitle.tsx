interface Props {
	title: string;
	sku: string;
	link: string | null;
	facts?: readonly string[];
}

/** A product's title, which is a link to its page at the shop, and its SKU with further facts. */
export function ProductTitle({ title, sku, link, facts = [] }: Props) {
	return (
		<div className="product-title">
			{link === null ? (
				<span title={title}>{title}</span>
			) : (
				<a href={link} title={title} target="_blank" rel="noreferrer">
					{title}
				</a>
			)}
			<span className="dim">
				{[<code key="sku">{sku}</code>, ...facts].flatMap((fact, n) => (n > 0 ? [' · ', fact] : fact))}
			</span>
		</div>
	);
}

/** The product's picture, or its place. */
export function Thumb({ image }: { image: string | null }) {
	if (image === null) return <span className="thumb" />;
	return <img className="thumb" src={image} alt="" width={32} height={32} loading="lazy" />;
}
