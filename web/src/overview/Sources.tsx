import type { Overview } from '@dropwire/bff/contract';
import { ago } from '../data/time.ts';

/** Every retailer and region that is watched: quiet and blocked look different. */
export function Sources({ sources }: { sources: Overview['sources'] }) {
	return (
		<section className="card wide">
			<h2>Sources</h2>
			{sources.length === 0 && <p className="empty">Nothing is watched. Put a SKU on a list under Image Monitor.</p>}
			<ul className="sources">
				{sources.map(({ source, region, products, checkedAt, blocked, blockedSince, reason }) => (
					<li key={`${source}/${region}`}>
						<i className={`dot ${blocked > 0 ? 'bad' : 'good'}`} aria-hidden="true" />
						<b>
							{source} {region}
						</b>
						<span className="dim">
							{products} watched, checked {ago(checkedAt)}
						</span>
						{blocked > 0 && (
							<span className="bad">
								no answer for {blocked} since {ago(blockedSince)}: {reason}
							</span>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}
