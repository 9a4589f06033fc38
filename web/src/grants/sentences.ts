import type { Grant } from '@dropwire/contract';
import { dateTime } from '../ui/format.ts';

export const PROVIDER_NAMES: Readonly<Record<Grant['provider'], string>> = {
	manual: 'Given by an operator',
	discord: "Bought in Discord's store",
	billing: 'Bought on the payments platform',
};

/** The plan's name; of a manual grant without a plan, what it gives. */
export function grantName({ planName, rights }: Pick<Grant, 'planName' | 'rights'>): string {
	return planName ?? (rights.includes('premium') ? 'Premium' : 'Client');
}

/** From when and until when a grant is active. */
export function grantTimes({ state, provider, startsAt, endsAt }: Omit<Grant, 'subject'>): string {
	if (state === 'scheduled') return `Starts on ${dateTime(startsAt)}`;
	if (state === 'ended' && endsAt !== null) return `Active from ${dateTime(startsAt)} to ${dateTime(endsAt)}`;
	const active = `Active since ${dateTime(startsAt)}`;
	if (endsAt !== null) return `${active}, ends on ${dateTime(endsAt)}`;
	// Discord names the end of a subscription only once it was cancelled, and that of a durable item never.
	return provider === 'discord'
		? `${active}. A subscription renews until you cancel it in Discord's settings`
		: `${active}, without an end date`;
}
