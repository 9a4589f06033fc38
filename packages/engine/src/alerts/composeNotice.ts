import { type Brand, BRANDS, escapeMarkdown, escapeTitle, type Offer, OFFERS } from '@dropwire/domain';
import { cut, type WebhookBody } from '../message/body.ts';
import { PROBLEM_COLOR, SOLVED_COLOR } from './composeAlert.ts';
import type { Outage } from './outages.ts';

/** The most regions or hosts that a notice names. */
const NAMED = 10;
const LONGEST_REASON = 200;

/** The notice for servers that a shop cannot be read, in some regions or at some hosts, or that it can be read again. */
export function composeNotice(
	shop: { name: Brand; offer?: Offer },
	outages: readonly Outage[],
	isOver: boolean,
	at: number,
): WebhookBody {
	const offer = shop.offer && shop.offer !== 'NEW' ? ` ${OFFERS[shop.offer].name.toLowerCase()}` : '';
	const places = placesOf(outages);
	const where = `${BRANDS[shop.name].name}${offer} ${places}`;
	const since = discordTime(Math.min(...outages.map((outage) => outage.since)));
	const until = discordTime(Math.max(...outages.map(({ overSince }) => overSince ?? at)));
	// The reason's kind; the words after it are for operators.
	const reasons = [...new Set(outages.map(({ reason }) => reason.split(':')[0] ?? ''))].filter(Boolean).join(', ');
	const why = reasons ? ` (${escapeMarkdown(cut(reasons, LONGEST_REASON))})` : '';
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			{
				title: cut(`${where} ${isOver ? 'can be read again' : 'cannot be read'}`, 256),
				description: isOver
					? `It could not be read from ${since} to ${until}. Changes that came and went in that time were not seen.`
					: `${where} cannot be read since ${since}${why}. No message means: we do not know.`,
				color: isOver ? SOLVED_COLOR : PROBLEM_COLOR,
				fields: [],
				footer: { text: 'Dropwire · shop notices, a setting of this server' },
				timestamp: new Date(at).toISOString(),
			},
		],
	};
}

/** `US, JP`, or hosts; more than a few are counted. */
function placesOf(outages: readonly Outage[]): string {
	const names = outages.map(({ region, host }) => (host ? escapeTitle(cut(host, 60)) : region));
	const rest = names.length - NAMED;
	return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function discordTime(at: number): string {
	return `<t:${Math.floor(at / 1000)}:f>`;
}
