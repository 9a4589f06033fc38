import type { Overview } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { ago, grouped } from '../ui/format.ts';
import { Places } from './Places.tsx';
import { WebhookLink } from './WebhookLink.tsx';

/**
 * Disabled webhooks with the reason, and links to edit or delete each of them. Empty if there are none.
 * @param of the total number of disabled webhooks
 * @param more loads more of them; null after the last one
 */
export function Dead({ dead, of, more }: { dead: Overview['dead']; of: number; more: (() => void) | null }) {
	if (dead.length === 0) return null;
	return (
		<section className="card" aria-labelledby="dead-webhooks">
			<h2 id="dead-webhooks">Dead webhooks</h2>
			<ul className="rows">
				{dead.map(({ id, target, reason, offAt, subscriptions }) => (
					<li className="row noted" key={id}>
						<WebhookLink id={id} target={target} subscriptions={subscriptions} />
						<span className="dim">off {ago(offAt)}</span>
						<p className="row-note bad">{reason}</p>
						<p className="row-note">
							<Places subscriptions={subscriptions} />
						</p>
					</li>
				))}
			</ul>
			{of > dead.length && (
				<p className="more">
					<span className="dim">
						{dead.length} of {grouped(of)}
					</span>
					{more && (
						<Button variant="default" size="xs" onClick={more}>
							Show more
						</Button>
					)}
				</p>
			)}
		</section>
	);
}
