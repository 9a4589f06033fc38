import type { PublicStatus, Site } from '@dropwire/contract';
import type { ComponentProps } from 'react';

/** The steps from a new account to the first message. The pictures are of the running product (web/public/landing). */
export const STEPS: readonly { title: string; text: string; picture: string; alt: string }[] = [
	{
		title: 'Add your server',
		text: 'Sign in with Discord and choose one of the servers that you manage. Dropwire lists its topics, its webhooks and the last message of each.',
		picture: 'servers',
		alt: 'The list of servers in the dashboard',
	},
	{
		title: 'Choose topics and channels',
		text: 'Pick brands, regions and statuses, and the Discord channel for each. Options per channel narrow it down: sizes, prices, keywords, a role to mention, quiet hours.',
		picture: 'channels',
		alt: 'The topics of a server by region',
	},
	{
		title: 'Read the messages',
		text: 'A change at the shop becomes a message within milliseconds. The delivery log shows every one, with its delay and what Discord answered.',
		picture: 'deliveries',
		alt: 'The delivery log with product pictures, targets and delays',
	},
];

/** The product's features (spec 1, section 1; docs/departures.md lists the claims that are narrower). */
export const FEATURES: readonly { title: string; text: string }[] = [
	{
		title: 'Broad product coverage',
		text: 'Old and new products of every brand below, in up to 16 regions. A product is checked in each region that somebody follows, and a channel gets only the regions that you choose for it.',
	},
	{
		title: 'Frontend, back-end and launch data in real time',
		text: 'Status, price, sizes and launch dates come from the data behind the shop: a product shows up while its page is still hidden.',
	},
	{
		title: 'Stock per size',
		text: 'Every size with its stock level, and the exact count where the shop publishes one: restocked, sold out, or running low.',
	},
	{
		title: 'One message per product',
		text: 'While a release sells out, its message is edited instead of repeated. Sizes that are gone are struck through.',
	},
];

/** What each state of a brand says, on the landing and on the status page. */
export const FAMILY_STATES: Readonly<Record<PublicStatus['families'][number]['state'], string>> = {
	blocked: 'Partly blocked',
	late: 'Checks are late',
	watched: 'Watched',
	reported: 'Reported by an external monitor',
	idle: 'No products on the watch list',
	unknown: 'Unknown',
};

/** The five statuses of a product (spec 1, section 4). */
export const STATUSES: readonly { status: string; text: string }[] = [
	{ status: 'HOLD', text: 'Do not buy: the product is set up in the shop but not released.' },
	{ status: 'INACTIVE', text: 'Loaded on the backend, pending a launch date.' },
	{ status: 'CANCEL', text: 'Cancelled by the retailer, for unknown reasons.' },
	{ status: 'ACTIVE', text: 'The product page is visible on the frontend.' },
	{ status: 'CLOSEOUT', text: 'Backend only: there is no product page.' },
];

/** `212 ms`, `1.4 s`, `11 min`. */
export function durationOf(ms: number): string {
	if (ms < 1000) return `${Math.round(ms)} ms`;
	const seconds = ms / 1000;
	return seconds < 120 ? `${Number(seconds.toPrecision(2))} s` : `${Math.round(seconds / 60)} min`;
}

/** The messages of which a delay is: `messages of the last hour`, or only the newest of them. */
export function messagesOf({ newest }: NonNullable<PublicStatus['delay']>): string {
	return `${newest === null ? '' : `newest ${newest.toLocaleString('en')} `}messages of the last hour`;
}

/** A number with its noun, which agrees with it. */
export function counted(number: number, noun: string): string {
	return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** The link to the community, which opens beside this page wherever it is. */
export const INVITATION = { href: '/invite', target: '_blank', rel: 'noreferrer' } as const;

/** Where a visitor can ask: the community, else the contact address, else nowhere. */
export function askAt({ inviteUrl, contactEmail }: Site): { link: ComponentProps<'a'>; label: string } | null {
	if (inviteUrl) return { link: INVITATION, label: 'Ask on Discord' };
	return contactEmail ? { link: { href: `mailto:${contactEmail}` }, label: 'Write to us' } : null;
}
