import { BLOCKED_KINDS, blockedReason, lastPart, siteOf } from '@dropwire/domain';
import type { Answer, ProductSnapshot } from '@dropwire/retailers';

/**
 * Why an answer is not about the product that was read at its link before; null if it can be. Another site is that of a
 * partner, or of a shop that has moved. Where no code names the product, another address with another title is another product.
 * So is another colour with other variants.
 * @param before null for a product that was gone
 */
export function otherProduct(
	before: ProductSnapshot | null,
	{ snapshot: after, isUnnamed }: Extract<Answer, { kind: 'read' }>,
): string | null {
	if (after.url === null) return null;
	const shown = blockedReason('now shows', `"${after.title}", ${after.url}`);
	if (before === null) return isUnnamed && !isAtItsAddress(after.sku, after.url) ? shown : null;
	if (before.url === null) return null;
	if (siteOf(before.url) !== siteOf(after.url)) {
		return blockedReason('moved', `from ${siteOf(before.url)} to ${after.url}`);
	}
	if (isAnotherColour(before, after)) {
		return blockedReason('now shows', `"${after.title}" in ${after.color}${INSTEAD}${before.color}`);
	}
	const isSamePage = lastPart(before.url) === lastPart(after.url);
	return isUnnamed && !isSamePage && !isSameTitle(before.title, after.title) ? shown : null;
}

/** Whether a page's address contains the last part of the link, as far as the SKU is made from it (`skuFromHandle`). */
function isAtItsAddress(sku: string, url: string): boolean {
	const [, handle = ''] = /^[^/]+\/([^?~]*)/.exec(sku) ?? [];
	return url.toLowerCase().includes(handle.toLowerCase());
}

/** Whether the colour has another name, and none of the sizes before is in the answer: their links name the variants. */
function isAnotherColour(before: ProductSnapshot, after: ProductSnapshot): boolean {
	if (!before.color || !after.color || before.color === after.color) return false;
	const [old, now] = [before, after].map(({ sizes }) => new Set(sizes.flatMap(({ url }) => url ?? [])));
	return Boolean(old?.size && now?.size && old.isDisjointFrom(now));
}

/** The reason of a blocked product; a link that shows its product under another SKU names both. */
export function reasonOf(
	{ reason, shows }: Extract<Answer, { kind: 'blocked' }>,
	before: ProductSnapshot | null,
): string {
	if (!shows?.sku || !before || !isSameTitle(before.title, shows.title)) return reason;
	const isSamePage = shows.url === null || (before.url !== null && lastPart(before.url) === lastPart(shows.url));
	if (!isSamePage) return reason;
	return blockedReason('now shows', `SKU ${shows.sku}${INSTEAD}${before.sku}, "${shows.title}"`);
}

const INSTEAD = ' instead of ';

/** Whether a product is blocked because its link shows the product under another SKU. */
export function isRenamed(reason: string): boolean {
	return reason.startsWith('now shows: SKU ') && reason.includes(INSTEAD);
}

/** The kinds of reasons that say nothing about whether the shop can be read. */
export const IDENTITY_KINDS = BLOCKED_KINDS.filter((kind) => kind === 'now shows' || kind === 'moved');

/** Whether a product is blocked although its shop can be read: its link shows something else. */
export function isAboutIdentity(reason: string | null): boolean {
	return IDENTITY_KINDS.some((kind) => reason?.startsWith(`${kind}: `));
}

function isSameTitle(one: string, other: string): boolean {
	const bare = (title: string) =>
		title
			.toLowerCase()
			.replaceAll(/[^\p{L}\d]+/gu, ' ')
			.trim();
	return bare(one) === bare(other);
}
