import type { Suggestion } from './useSuggestions.ts';

/** A product with its picture, as it is suggested. */
export function SuggestedProduct({ product: { sku, title, image } }: { product: Suggestion }) {
	return (
		<span className="suggested">
			{image ? <img src={image} alt="" width={40} height={40} /> : <span className="suggested-place" />}
			<span>
				{title} <span className="mono dim">{sku}</span>
			</span>
		</span>
	);
}
