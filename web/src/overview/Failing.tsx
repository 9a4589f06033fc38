import type { Overview } from '@dropwire/bff/contract';
import { shortTarget } from '../webhooks/masked.ts';
import { Places } from './Places.tsx';

/** Webhooks that are on and did not take what they were sent. */
export function Failing({ failing }: { failing: Overview['failing'] }) {
	return (
		<section className="card" aria-labelledby="failing-webhooks">
			<h2 id="failing-webhooks">Failing webhooks</h2>
			{failing.length === 0 && <p className="empty">None within the last hour.</p>}
			<ul className="rows">
				{failing.map(({ target, failed, retrying, reason, stands }) => (
					<li className="row noted" key={target}>
						<span className="grow mono">{shortTarget(target)}</span>
						<span className="bad">
							{failed > 0 && `${failed} failed`} {retrying > 0 && `${retrying} retrying`}
						</span>
						{reason && <p className="row-note dim">{reason}</p>}
						<p className="row-note">
							<Places stands={stands} />
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
