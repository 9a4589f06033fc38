import { type Overview, shortenMask } from '@dropwire/contract';
import { grouped } from '../ui/format.ts';
import { Figures } from './Figures.tsx';
import { Places } from './Places.tsx';
import { WebhookLink } from './WebhookLink.tsx';

/** The latency of the last hour by brand, and the slowest webhooks. Empty if nothing was sent. */
export function Latency({ overview: { newestSent, latency, slowest } }: { overview: Overview }) {
	if (latency.length === 0 && slowest.length === 0) return null;
	const sample = newestSent === null ? null : grouped(newestSent);
	const messages = sample === null ? 'Messages' : `Of the ${sample}`;
	return (
		<section className="card">
			{latency.length > 0 && (
				<>
					<h2>
						Latency from detection to Discord, {sample === null ? '' : `newest ${sample} messages of the `}last hour
					</h2>
					<Figures
						what="Brand"
						messages={messages}
						rows={latency.map(({ brand, ...figures }) => ({
							key: brand,
							name: <span className="mono">{brand}</span>,
							...figures,
						}))}
					/>
				</>
			)}
			{slowest.length > 0 && (
				<>
					<h2>Slowest webhooks</h2>
					<Figures
						what="Webhook"
						messages={messages}
						rows={slowest.map(({ id, target, subscriptions, ...figures }) => ({
							key: target,
							name:
								id === null ? (
									<span className="mono">{shortenMask(target)}</span>
								) : (
									<WebhookLink id={id} target={target} subscriptions={subscriptions} />
								),
							note: <Places subscriptions={subscriptions} />,
							...figures,
						}))}
					/>
				</>
			)}
		</section>
	);
}
