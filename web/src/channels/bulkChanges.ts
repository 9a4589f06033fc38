import { anywhere, type Link, type Region, REGIONS, type SetupChange, TOPICS } from '@dropwire/contract';
import { MATRIX, topicsOf } from '../webhookPage/matrixChanges.ts';
import { cellKey, type LinksByCell } from './cells.ts';
import type { Scope } from './Matrix.tsx';
import type { TargetChoice } from './TargetField.tsx';

type Topic = (typeof TOPICS)[number];

/** The topics that a head of the matrix acts on. */
export function topicsIn(scope: Scope): Topic[] {
	if (scope.kind === 'topic') return topicsOf(scope.row);
	const rows = MATRIX.flatMap(topicsOf);
	return scope.kind === 'region' ? rows.filter(({ region }) => region === scope.region) : rows;
}

/** Links all topics to one place. */
export function addTo(topics: readonly Topic[], target: TargetChoice): SetupChange[] {
	return topics.map(({ region, toolsName }) => ({ action: 'ADD', region, toolsName, ...target }));
}

/** The links of all topics. */
export function linksOf(topics: readonly Topic[], links: LinksByCell): Link[] {
	return topics.flatMap((topic) => links.get(cellKey(topic)) ?? []);
}

/** Removes the links of all topics. */
export function removeAll(topics: readonly Topic[], links: LinksByCell): SetupChange[] {
	return linksOf(topics, links).map(({ id }) => ({ action: 'REMOVE', id }));
}

/**
 * Copies the links of a region to other regions, with their options. Only topics in `scope` are copied, and only to
 * regions that have them. Links that are off are left out.
 */
export function copyRegion(
	from: Region,
	to: readonly Region[],
	scope: readonly Topic[],
	links: LinksByCell,
): SetupChange[] {
	const names = new Set(scope.map(({ toolsName }) => toolsName));
	return to
		.filter((region) => region !== from)
		.flatMap((region) =>
			TOPICS.filter((topic) => topic.region === region && names.has(topic.toolsName)).flatMap(({ toolsName }) =>
				(links.get(cellKey({ region: from, toolsName })) ?? [])
					.filter(({ health }) => health.active)
					.map(({ id }) => ({ action: 'ADD', region, toolsName, sameAs: id }) as const),
			),
		);
}

/** The regions in which a topic of the scope has a working link. */
export function regionsWithLinks(scope: readonly Topic[], links: LinksByCell): Region[] {
	const names = new Set(scope.map(({ toolsName }) => toolsName));
	return REGIONS.filter((region) =>
		TOPICS.some((topic) => {
			const own = topic.region === region && names.has(topic.toolsName) ? links.get(cellKey(topic)) : undefined;
			return own?.some(({ health }) => health.active);
		}),
	);
}

/** What a copy of a link needs, from this server or from a file. */
export type CopiedLink = Pick<Link, 'region' | 'toolsName' | 'channelId' | 'channelName' | 'webhookId' | 'options'>;

/** Where a server's links post, for a copy to another server. */
export function channelsOf(links: readonly CopiedLink[]): { key: string; name: string | null }[] {
	const found = new Map(links.map((link) => [placeKey(link), link.channelName]));
	return [...found].map(([key, name]) => ({ key, name }));
}

/**
 * Copies links to channels of another server.
 * @param channels the other server's channel for each place of `channelsOf`; links of other places are left out
 */
export function copyTo(links: readonly CopiedLink[], channels: ReadonlyMap<string, string>): SetupChange[] {
	return links.flatMap((link) => {
		const channelId = channels.get(placeKey(link));
		if (!channelId) return [];
		const { region, toolsName, options } = link;
		return [{ action: 'ADD', region: region as Region, toolsName, channelId, options: anywhere(options) } as const];
	});
}

function placeKey({ channelId, webhookId }: CopiedLink): string {
	return channelId ?? webhookId;
}
