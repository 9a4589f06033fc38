import { type Overview, shortenMask } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { webhookPath } from '../ui/paths.ts';

/** A webhook's label, which opens its page, beside its masked URL. */
export function WebhookLink({
	id,
	target,
	subscriptions,
}: Pick<Overview['dead'][number], 'id' | 'target' | 'subscriptions'>) {
	const label = subscriptions.find((row) => row.label !== null)?.label;
	const mask = shortenMask(target);
	return (
		<span className="grow">
			<Link to={webhookPath(id)} {...(!label && { className: 'mono' })}>
				{label ?? mask}
			</Link>{' '}
			{label && <span className="mono dim">{mask}</span>}
		</span>
	);
}
