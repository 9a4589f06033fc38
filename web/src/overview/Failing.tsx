import type { Overview } from '@dropwire/contract';
import { Places } from './Places.tsx';
import { WebhookLink } from './WebhookLink.tsx';

/** Webhooks that are on but have failed deliveries. Empty if there are none. */
export function Failing({ failing }: { failing: Overview['failing'] }) {
	if (failing.length === 0) return null;
	return (
		<section className="card" aria-labelledby="failing-webhooks">
			<h2 id="failing-webhooks">Failing webhooks</h2>
			<ul className="rows">
				{failing.map(({ id, target, failed, retrying, reason, subscriptions }) => (
					<li className="row noted" key={target}>
						<WebhookLink id={id} target={target} subscriptions={subscriptions} />
						<span className="bad">
							{failed > 0 && `${failed} failed`} {retrying > 0 && `${retrying} retrying`}
						</span>
						{reason && <p className="row-note dim">{reason}</p>}
						<p className="row-note">
							<Places subscriptions={subscriptions} />
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
