import type { Overview } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { dateTime } from '../ui/format.ts';
import { problemsOf } from './problems.ts';

const NOW = Date.now();
const HOUR = 3_600_000;
const quiet: Overview = {
	pulse: {
		engines: 1,
		silentEngines: 0,
		lastEventAt: null,
		lastMessageAt: null,
		open: 0,
		retrying: 0,
		oldestOpenAt: null,
		lastHour: { sent: 0, failed: 0 },
		webhooksOff: 0,
		watched: 0,
		blocked: [],
		sources: [],
	},
	discordPauses: [],
	minutes: [],
	newestSent: null,
	latency: [],
	slowest: [],
	webhooksFailing: 0,
	failing: [],
	dead: [],
	sources: [],
	monitors: [],
	undelivered: [],
	watching: { members: 0, watches: 0, unreachable: 0 },
	rejectedEvents: [],
};
const namesOf = (overview: Overview) => problemsOf(overview, NOW).map(({ name }) => name);

test('a working service has no problems', () => {
	expect(namesOf(quiet)).toEqual([]);
	expect(namesOf({ ...quiet, pulse: { ...quiet.pulse, open: 3, oldestOpenAt: NOW - 5000 } })).toEqual([]);
});

test('problems are listed by severity', () => {
	const target = 'https://discord.com/api/webhooks/1/••••';
	const monitor = {
		everyMs: 1000,
		sources: ['HP'],
		reportedBy: 'Ada',
		lastAt: NOW - 3 * HOUR,
		lastEvents: 0,
		silent: true,
	};
	const problems = problemsOf(
		{
			...quiet,
			discordPauses: [{ address: 'host-1', until: NOW, reason: 'Discord answered 403' }],
			pulse: { ...quiet.pulse, silentEngines: 1, open: 1, oldestOpenAt: NOW - 61_000, webhooksOff: 2 },
			dead: [{ id: '1', target, reason: 'Unknown Webhook', offAt: NOW - 2 * HOUR, subscriptions: [] }],
			webhooksFailing: 30,
			undelivered: [{ guildId: '5', name: 'Drops', at: NOW - HOUR, reason: 'Missing Permissions' }],
			monitors: [
				{ ...monitor, name: 'scraper' },
				{ ...monitor, name: 'alive', silent: false },
			],
			rejectedEvents: [
				{ signer: 'billing', reason: 'replayed', count: 9, lastAt: NOW },
				{ signer: 'billing', reason: 'signature', count: 2, lastAt: NOW - HOUR },
				{ signer: 'billing', reason: 'time', count: 1, lastAt: NOW - 2 * HOUR },
			],
		},
		NOW,
	);
	expect(problems.map(({ name, text }) => `${name}: ${text}`)).toEqual([
		`Discord: Nothing is sent from the address host-1 until ${dateTime(NOW)} at the latest. Discord answered 403`,
		'Engines: 1 engine has not answered for more than a minute. The log of its process says why.',
		'Deliveries: 1 message waits; the oldest was queued 1m ago.',
		'Webhooks off: 2 webhooks get no messages. The latest was switched off 2h ago: Unknown Webhook.',
		'Webhooks failing: 30 webhooks are on, but the last message was not sent.',
		'Undelivered notices: 1 server has links that stopped working, but the bot could not post a notice there. The latest is Drops, 1h ago: Missing Permissions.',
		'Monitor scraper: Silent: last call 3h ago. It reports HP.',
		'Events of the billing service: 3 events were rejected within 7 days: 2 with a wrong signature, 1 more than 5 minutes late or early. The latest: 1h ago.',
	]);
});

test('the link to waiting messages leads to a list that has them', () => {
	const waiting = (open: number, retrying: number) =>
		problemsOf({ ...quiet, pulse: { ...quiet.pulse, open, retrying, oldestOpenAt: NOW - 61_000 } }, NOW)[0];
	expect(waiting(3, 1)?.text).toBe('3 messages wait, 1 of them after a failed attempt; the oldest was queued 1m ago.');
	expect([waiting(3, 1)?.to, waiting(1, 1)?.to]).toEqual([
		'/dashboard/settings/deliveries?status=pending',
		'/dashboard/settings/deliveries?status=retrying',
	]);
});
