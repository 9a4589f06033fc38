import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { productPath } from '../ui/paths.ts';

interface Props {
	brand: string;
	sku: string;
	title: string;
	/** Its page at the shop. */
	url: string | null;
}

/** A product's name, which leads to its page, and a link to its page at the shop. */
export function ProductTitle({ brand, sku, title, url }: Props) {
	return (
		<span className="home-title">
			<Link className="clip" to={productPath(brand, sku)} title={title}>
				{title}
			</Link>
			{url !== null && (
				<a href={url} target="_blank" rel="noreferrer" aria-label={`${title} at the shop`}>
					<ExternalLink size={14} aria-hidden="true" />
				</a>
			)}
		</span>
	);
}
