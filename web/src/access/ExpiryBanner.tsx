import { Contact } from '../ui/Contact.tsx';
import { expiryState } from './terms.ts';
import { dateTime } from '../ui/format.ts';
import { useUser } from '../ui/Guard.tsx';

/** Shown to a client in the last week before their plan or access expires, and afterwards. */
export function ExpiryBanner() {
	const { plan, planEndsAt, expiresAt } = useUser();
	const state = expiryState({ expiresAt: planEndsAt });
	if (planEndsAt === null || state === 'current') return null;
	const what = plan === null ? 'Your access' : `Your access (${plan})`;
	const rest = expiresAt === null ? '' : ` until ${dateTime(expiresAt)}`;
	const text =
		planEndsAt !== expiresAt
			? `Your plan ${plan} ends on ${dateTime(planEndsAt)}. Your access goes on${rest}, without what only this plan includes.`
			: state === 'expired'
				? `${what} expired on ${dateTime(planEndsAt)}. You can read everything and change nothing, and the servers that only you manage get no messages; their setup is kept.`
				: `${what} expires on ${dateTime(planEndsAt)}. After that you can read everything and change nothing, and your servers get no messages.`;
	return (
		<div className={`state expiry-banner ${state === 'expired' ? 'failed' : ''}`} role="status">
			<span>
				{text} To extend it, ask an operator. <Contact />
			</span>
		</div>
	);
}
