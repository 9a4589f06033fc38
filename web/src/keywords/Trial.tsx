import type { CallOutput, Contract } from '@dropwire/contract';
import { counted } from '../ui/format.ts';
import { ProductTitle, Thumb } from './ProductTitle.tsx';

export type TrialResult = CallOutput<Contract['keywordTry']>['data'];

/** What a watch would find now, or why the shop cannot be searched. */
export function Trial({ trial: { matches, problem, products } }: { trial: TrialResult }) {
	if (problem !== null) return <p className="banner bad">The shop could not be searched: {problem}.</p>;
	if (matches === 0) return <p className="banner">Nothing matches now. A new product that matches will be found.</p>;
	const rest = matches - products.length;
	return (
		<div className="trial">
			<p className="banner">{counted(matches, 'product matches', 'products match')} now.</p>
			<ul className="rows">
				{products.map((product) => (
					<li className="row" key={product.sku}>
						<Thumb image={product.image} />
						<ProductTitle {...product} />
						<span className="price">{product.price ?? 'price unknown'}</span>
					</li>
				))}
			</ul>
			{rest > 0 && <p className="dim">and {counted(rest, 'more product')}</p>}
		</div>
	);
}
