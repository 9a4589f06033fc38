import { Contact } from '../ui/Contact.tsx';
import { expiryState } from './terms.ts';
import { dateTime } from '../ui/format.ts';
import { useUser } from '../ui/Guard.tsx';

/** Shown to a client in the last week before their access expires, and afterwards. */
export function ExpiryBanner() {
	const { plan, expiresAt } = useUser();
	const state = expiryState({ expiresAt });
	if (expiresAt === null || state === 'current') return null;
	const what = plan === null ? 'Your access' : `Your access (${plan})`;
	return (
		<div className={`state expiry-banner ${state === 'expired' ? 'failed' : ''}`} role="status">
			<span>
				{state === 'expired'
					? `${what} expired on ${dateTime(expiresAt)}. You can read everything and change nothing, and the servers that only you manage get no messages; their setup is kept.`
					: `${what} expires on ${dateTime(expiresAt)}. After that you can read everything and change nothing, and your servers get no messages.`}{' '}
				To extend it, ask an operator. <Contact />
			</span>
		</div>
	);
}
