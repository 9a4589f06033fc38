import './justChanged.css';
import { ago } from '../ui/format.ts';
import { productOf, useLatest } from './useLatest.ts';

const SHOWN = 9;

/** Nike's products that changed last, to begin with on a screen that asks for one of its SKUs; absent before the first change. */
export function JustChanged({ choose }: { choose(sku: string): void }) {
	// A list that one chooses from does not move.
	const latest = useLatest(0).data?.data ?? [];
	const events = latest.filter(({ source, offer }) => source === 'NIKE' && offer === 'NEW');
	const newest = events.filter(({ sku }, index) => events.findIndex((other) => other.sku === sku) === index);
	if (newest.length === 0) return null;
	return (
		<section className="just-changed" aria-labelledby="just-changed">
			<h2 id="just-changed">Just changed</h2>
			<ul>
				{newest.slice(0, SHOWN).map((event) => {
					const { image, title } = productOf(event);
					return (
						<li key={event.sku}>
							<button type="button" onClick={() => choose(event.sku)}>
								{image ? <img src={image} alt="" width={40} height={40} loading="lazy" /> : <i />}
								<span>
									<b>{title ?? event.sku}</b>
									<span className="dim">
										<span className="mono">{event.sku}</span> · {ago(event.at)}
									</span>
								</span>
							</button>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
