import type { Overview } from '@dropwire/bff/contract';
import { Button } from '@mantine/core';
import { ago } from '../data/time.ts';
import { shortTarget } from '../webhooks/masked.ts';
import { Places } from './Places.tsx';

/**
 * Webhooks that are off, with why, and where one saves them anew or removes them.
 * @param more gives more of them; null where there are no more to have
 */
export function Dead({ dead, of, more }: { dead: Overview['dead']; of: number; more: (() => void) | null }) {
	return (
		<section className="card" aria-labelledby="dead-webhooks">
			<h2 id="dead-webhooks">Dead webhooks</h2>
			{dead.length === 0 && <p className="empty">None. Every webhook is on.</p>}
			<ul className="rows">
				{dead.map(({ id, target, reason, offAt, stands }) => (
					<li className="row noted" key={id}>
						<span className="grow mono">{shortTarget(target)}</span>
						<span className="dim">off {ago(offAt)}</span>
						<p className="row-note bad">{reason}</p>
						<p className="row-note">
							<Places stands={stands} />
						</p>
					</li>
				))}
			</ul>
			{of > dead.length && (
				<p className="more">
					<span className="dim">
						{dead.length} of {of.toLocaleString('en')}
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
