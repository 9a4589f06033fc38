import { BLOCKED_KINDS, blockedReason, lastPart, siteOf } from '@dropwire/domain';
import type { Answer, ProductSnapshot } from '@dropwire/retailers';

/**
 * Why an answer is not about the product that was read at its link before; null if it can be. Another site is that of a
 * partner, or of a shop that has moved. Without a SKU of the shop, another address with another title is another product.
 */
export function otherProduct(before: ProductSnapshot, after: ProductSnapshot): string | null {
	if (before.url === null || after.url === null) return null;
	if (siteOf(before.url) !== siteOf(after.url)) {
		return blockedReason('moved', `from ${siteOf(before.url)} to ${after.url}`);
	}
	const isNamed = !after.sku.includes('/');
	if (isNamed || lastPart(before.url) === lastPart(after.url) || isSameTitle(before.title, after.title)) return null;
	return blockedReason('now shows', `"${after.title}", ${after.url}`);
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
