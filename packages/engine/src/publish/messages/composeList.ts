import { isReleaseKind } from '@dropwire/domain';
import type { WebhookBody } from '../../message/body.ts';
import type { MessageSubject, ProductEvent } from '../../product/event.ts';
import { composeDigest, digestTitle } from './composeDigest.ts';
import { composeRelease, composeReleases, releasesTitle } from './composeReleases.ts';

/** The message of a list: of new products, or of releases. @param link the page with all releases; null for none */
export function composeList(events: readonly MessageSubject[], link: string | null): WebhookBody {
	const [first] = events as readonly [MessageSubject, ...MessageSubject[]];
	if (!isReleaseKind(first.kind)) return composeDigest(events as readonly ProductEvent[]);
	return events.length === 1 ? composeRelease(first) : composeReleases(events, link);
}

export function listTitle(events: readonly MessageSubject[]): string {
	const [first] = events as readonly [MessageSubject, ...MessageSubject[]];
	return isReleaseKind(first.kind) ? releasesTitle(events) : digestTitle(events as readonly ProductEvent[]);
}
