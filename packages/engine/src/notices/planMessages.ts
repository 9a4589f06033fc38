/** A notice that is due. */
export interface DueNotice {
	id: number;
	watchId: number;
	/** The first notice of the message that it was tried in; null before the first attempt. */
	sentWith: number | null;
}

/** A notice that the person got within the last minute. */
export interface RecentNotice {
	watchId: number;
	sentWith: number;
	/** Epoch ms. */
	sentAt: number;
}

export interface MessagePlan {
	/** The notices of each message, in the order in which they are sent. */
	messages: number[][];
	/** Notices that wait until then, epoch ms. */
	deferred: { ids: number[]; until: number }[];
}

/** The minimum time between two notices of one product, and the time in which products are counted, ms. */
export const MINUTE_MS = 60_000;
/** More products than this within a minute are one message with a list. */
const MAX_SINGLE = 10;

/**
 * Divides the due notices of one person into messages (contract: "Personal watches"): one per product, at most one for a
 * product in 60 s, and one with a list for the products beyond ten within a minute. A message that was tried is tried
 * again with the same notices, so that Discord recognizes it by its nonce.
 * @param due in the order of the events
 */
export function planMessages(due: readonly DueNotice[], recent: readonly RecentNotice[]): MessagePlan {
	const lastAt = new Map<number, number>();
	for (const { watchId, sentAt } of recent) lastAt.set(watchId, Math.max(lastAt.get(watchId) ?? 0, sentAt));
	const tried = Map.groupBy(
		due.filter(({ sentWith }) => sentWith !== null),
		({ sentWith }) => sentWith,
	);
	const messages = [...tried.values()].map(idsOf);
	const deferred: MessagePlan['deferred'] = [];
	const products: number[][] = [];
	const untried = due.filter(({ sentWith }) => sentWith === null);
	for (const [watchId, notices] of Map.groupBy(untried, (notice) => notice.watchId)) {
		const sentAt = lastAt.get(watchId);
		if (sentAt === undefined) products.push(idsOf(notices));
		else deferred.push({ ids: idsOf(notices), until: sentAt + MINUTE_MS });
	}
	const single = products.slice(0, products.length > MAX_SINGLE ? 0 : Math.max(0, MAX_SINGLE - lastAt.size));
	const listed = products.slice(single.length).flat();
	messages.push(...single);
	if (listed.length > 0) {
		const listAt = lastListAt(recent);
		if (listAt === null) messages.push(listed);
		else deferred.push({ ids: listed, until: listAt + MINUTE_MS });
	}
	return { messages, deferred };
}

/** When the last message with several products was sent; null for none. */
function lastListAt(recent: readonly RecentNotice[]): number | null {
	const lists = [...Map.groupBy(recent, ({ sentWith }) => sentWith).values()].filter((notices) => {
		return new Set(notices.map(({ watchId }) => watchId)).size > 1;
	});
	return lists.length === 0 ? null : Math.max(...lists.flat().map(({ sentAt }) => sentAt));
}

function idsOf(notices: readonly DueNotice[]): number[] {
	return notices.map(({ id }) => id);
}
