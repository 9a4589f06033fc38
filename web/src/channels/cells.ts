import { type Link, maskWebhook, type Region, shortenMask, threadEnd, threadIdOf } from '@dropwire/contract';
import { healthOf } from '../webhooks/Health.tsx';

/** A cell of a server's matrix: one topic in one region. */
export interface Cell {
	region: Region;
	toolsName: string;
}

/** A server's links by topic and region. */
export type LinksByCell = ReadonlyMap<string, readonly Link[]>;

export function cellKey({ region, toolsName }: { region: string; toolsName: string }): string {
	return `${region} ${toolsName}`;
}

export function linksByCell(links: readonly Link[]): LinksByCell {
	return Map.groupBy(links, cellKey);
}

/** Where a link posts: `#name` of its Discord channel, else the webhook's own name or its masked id; and the thread. */
export function targetOf({ channelName, place, webhookId, options }: Link): string {
	const threadId = threadIdOf(options);
	const thread = threadId === null ? '' : `, ${threadEnd(threadId)}`;
	const channel = channelName ?? place?.channelName ?? null;
	if (channel) return `#${channel}${thread}`;
	if (place?.name) return place.name + thread;
	return shortenMask(maskWebhook(webhookId, threadId));
}

/** The states of a link, the one that needs attention first. */
const LINK_STATES = ['failing', 'waits', 'works', 'new', 'paused'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** The state of a link. One that is paused is not working, whatever became of its last message. */
export function stateOf({ health, options }: Link): LinkState {
	const { tone } = healthOf(health);
	if (tone === 'bad') return 'failing';
	if (options.paused) return 'paused';
	return tone === 'wait' ? 'waits' : tone === 'good' ? 'works' : 'new';
}

/** The state of several links that needs attention most. */
export function worstState(links: readonly Link[]): LinkState {
	const states = new Set(links.map(stateOf));
	return LINK_STATES.find((state) => states.has(state)) ?? 'new';
}

/** The color of a link's state. */
export function toneOf(link: Link): string {
	const tones = { failing: 'bad', waits: 'wait', works: 'good', new: '', paused: '' } as const;
	return tones[stateOf(link)];
}

/** The number of options of a link; the thread counts as a place and the pause as a state, not as options. */
export function optionCount({ options }: Link): number {
	return Object.entries(options).filter(
		([name, value]) => name !== 'thread' && name !== 'paused' && value !== undefined && value !== false,
	).length;
}
