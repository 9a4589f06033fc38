import { KINDS, type ProductEventRow } from '@dropwire/contract';
import { ago, brandName, dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';
import { ProductTitle } from './ProductTitle.tsx';
import { productOf, useLatest } from '../events/useLatest.ts';

const SHOWN = 10;

/** The newest changes at the shops. */
export function Latest() {
	const call = useLatest();
	return (
		<section className="card home-latest" aria-labelledby="latest">
			<h2 id="latest">Just changed</h2>
			<Loaded call={call} rows={SHOWN}>
				{({ data }) =>
					data.length === 0 ? (
						<p className="empty">No change has been seen yet. New prices and stock appear here within seconds.</p>
					) : (
						<ul className="rows">
							{data.slice(0, SHOWN).map((event) => (
								<Line key={event.id} event={event} />
							))}
						</ul>
					)
				}
			</Loaded>
		</section>
	);
}

function Line({ event }: { event: ProductEventRow }) {
	const { kind, source, sku, region, at } = event;
	const product = productOf(event);
	return (
		<li className="row home-event">
			{product.image ? (
				<img className="thumb" src={product.image} alt="" width={40} height={40} loading="lazy" />
			) : (
				<span className="thumb" />
			)}
			<div className="home-product">
				<ProductTitle brand={source} sku={sku} title={product.title ?? sku} url={product.url ?? null} />
				<span className="dim">
					{brandName(source)} <span className="mono">{sku}</span> {sizesOf(product)}
				</span>
			</div>
			<div className="home-what">
				<span>
					{KINDS[kind].name} <span className="dim">{region}</span>
				</span>
				<time className="dim" dateTime={new Date(at).toISOString()} title={dateTime(at)}>
					{ago(at)}
				</time>
			</div>
		</li>
	);
}

/** `· 9 of 14 sizes`, if the shop states its sizes. */
function sizesOf({ sizes = [] }: ReturnType<typeof productOf>): string {
	if (sizes.length === 0) return '';
	return `· ${sizes.filter(({ available }) => available).length} of ${sizes.length} sizes`;
}
