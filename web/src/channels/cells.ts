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

const TONES = ['bad', 'wait', 'good', ''] as const;

/** The color of a link's health. One that is paused is not working, whatever became of its last message. */
export function toneOf({ health, options }: Link): string {
	const { tone } = healthOf(health);
	return options.paused && tone !== 'bad' ? '' : tone;
}

/** The color of the worst health of several links. */
export function worstTone(links: readonly Link[]): string {
	const tones = new Set(links.map(toneOf));
	return TONES.find((tone) => tones.has(tone)) ?? '';
}

/** The number of options of a link; the thread counts as a place and the pause as a state, not as options. */
export function optionCount({ options }: Link): number {
	return Object.entries(options).filter(
		([name, value]) => name !== 'thread' && name !== 'paused' && value !== undefined && value !== false,
	).length;
}
