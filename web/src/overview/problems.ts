import type { Overview } from '@dropwire/contract';
import { ago, counted, dateTime } from '../ui/format.ts';

/** The age from which the oldest waiting message is late, ms. */
const LATE_MS = 60_000;
const SETTINGS = '/dashboard/settings';

/** Something that needs action. */
export interface Problem {
	name: string;
	/** What is wrong, since when, and how many it concerns. */
	text: string;
	/** The path of the screen that solves it, and what its link says. */
	to: string;
	action: string;
}

const SIGNERS = { billing: 'the billing service', discord: "Discord's store" } as const;
const REASONS: Readonly<Record<Overview['rejectedEvents'][number]['reason'], string>> = {
	headers: 'without the headers of a signature',
	signature: 'with a wrong signature',
	time: 'more than 5 minutes late or early',
	size: 'over 64 KiB',
	body: 'with a body that is not valid',
	replayed: 'sent again',
};

/** What is wrong with Discord, deliveries, webhooks and external monitors, the worst first. */
export function problemsOf(overview: Overview, now: number): Problem[] {
	const { pulse, discordPauses, dead, webhooksFailing, monitors, undelivered, rejectedEvents } = overview;
	const { silentEngines, open, retrying, oldestOpenAt, webhooksOff } = pulse;
	const problems: Problem[] = discordPauses.map(({ address, until, reason }) => ({
		name: 'Discord',
		text: `Nothing is sent from the address ${address} until ${dateTime(until)} at the latest.${reason ? ` ${reason}` : ''}`,
		to: `${SETTINGS}/deliveries?status=pending`,
		action: 'Show what waits',
	}));
	if (silentEngines > 0) {
		problems.push({
			name: 'Engines',
			text: `${counted(silentEngines, 'engine has', 'engines have')} not answered for more than a minute. The log of ${silentEngines === 1 ? 'its' : 'each'} process says why.`,
			to: `${SETTINGS}/coverage`,
			action: 'Show the coverage',
		});
	}
	const failedBefore = retrying > 0 ? `, ${retrying} of them after a failed attempt` : '';
	if (oldestOpenAt !== null && now - oldestOpenAt > LATE_MS) {
		problems.push({
			name: 'Deliveries',
			text: `${counted(open, 'message waits', 'messages wait')}${failedBefore}; the oldest was queued ${ago(oldestOpenAt)}.`,
			to: `${SETTINGS}/deliveries?status=${retrying === open ? 'retrying' : 'pending'}`,
			action: 'Show them',
		});
	}
	if (webhooksOff > 0) {
		const { reason = null, offAt = null } = dead[0] ?? {};
		const latest = offAt === null ? '' : ` The latest was switched off ${ago(offAt)}${reason ? `: ${reason}` : ''}.`;
		problems.push({
			name: 'Webhooks off',
			text: `${counted(webhooksOff, 'webhook gets', 'webhooks get')} no messages.${latest}`,
			to: `${SETTINGS}/allwebhooks?state=OFF`,
			action: 'Show them',
		});
	}
	if (webhooksFailing > 0) {
		problems.push({
			name: 'Webhooks failing',
			text: `${counted(webhooksFailing, 'webhook is', 'webhooks are')} on, but the last message was not sent.`,
			to: `${SETTINGS}/allwebhooks?state=FAILING`,
			action: 'Show them',
		});
	}
	const [latest] = undelivered;
	if (latest) {
		problems.push({
			name: 'Undelivered notices',
			text: `${counted(undelivered.length, 'server has', 'servers have')} links that stopped working, but the bot could not post a notice there. The latest is ${latest.name}, ${ago(latest.at)}${latest.reason ? `: ${latest.reason}` : ''}.`,
			to: `/dashboard/admin/${latest.guildId}`,
			action: `Open ${latest.name}`,
		});
	}
	for (const { name, sources, lastAt } of monitors.filter(({ silent }) => silent)) {
		problems.push({
			name: `Monitor ${name}`,
			text: `Silent: last call ${ago(lastAt)}.${sources.length > 0 ? ` It reports ${sources.join(', ')}.` : ''}`,
			to: `${SETTINGS}/tokens`,
			action: 'Show tokens',
		});
	}
	for (const [signer, name] of Object.entries(SIGNERS)) {
		// A service sends an event again until it is accepted, so a replay is no problem.
		const rejected = rejectedEvents.filter((row) => row.signer === signer && row.reason !== 'replayed');
		const [newest] = rejected;
		if (!newest) continue;
		const reasons = rejected.map(({ count, reason }) => `${count} ${REASONS[reason]}`).join(', ');
		const total = rejected.reduce((sum, { count }) => sum + count, 0);
		problems.push({
			name: `Events of ${name}`,
			text: `${counted(total, 'event was', 'events were')} rejected within 7 days: ${reasons}. The latest: ${ago(newest.lastAt)}.`,
			to: `${SETTINGS}/access`,
			action: 'Show access',
		});
	}
	return problems;
}

/** Dead webhooks that the overview shows at first. */
export const FIRST_DEAD = 20;
