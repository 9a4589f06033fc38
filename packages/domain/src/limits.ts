/** Characters of a stored reason or error; longer ones are cut. */
export const MAX_REASON_LENGTH = 255;

/** Upper bounds of all input (contract: "Every list has an upper bound"); the database's columns have the same widths. */
export const LIMITS = {
	url: 2048,
	label: 100,
	title: 256,
	description: 4096,
	sku: 64,
	/** The name of an external monitor, and the reason why a shop could not be read. */
	monitor: 64,
	reason: MAX_REASON_LENGTH,
	skusPerCall: 500,
	list: 10_000,
	/** Rows that one call deletes: more than a server can have of anything. */
	deletedPerCall: 500,
	/** Rows of an export of the delivery log. */
	deliveriesExported: 10_000,
	/** Webhooks of a Discord server for one topic, and for all topics. */
	webhooksPerChannel: 20,
	webhooksPerGuild: 500,
	/** Webhooks whose deliveries are searched together. */
	webhooksPerSearch: 200,
	/** Share links of a Discord server's setup at a time, and characters of such a setup as JSON. */
	sharedSetups: 20,
	sharedSetup: 262_144,
	retailerTokenBytes: 8192,
	tokensPerUser: 20,
	sessionsPerUser: 50,
	/** People on the access list, open requests to be added to it, and how many people one call adds. */
	users: 10_000,
	accessRequests: 1000,
	usersPerCall: 500,
	/** Open requests for products to be watched: of all people, and of one. */
	productRequests: 10_000,
	productRequestsPerPerson: 50,
	/** A client's plan and note (also that of a request), and why a request was declined. */
	plan: 64,
	note: 1000,
	decision: 500,
} as const;

/** Bounds of a product's history, and of one answer about it (contract: "/api/history", "Thinning"). */
export const HISTORY_LIMITS = {
	/** Points and restocks of one answer. */
	points: 2000,
	restocks: 500,
	/** The days at the end of a range whose sizes are answered. */
	spanDays: 90,
	/** The days of a history that its picture shows. */
	pictureDays: 90,
	/** The days for which every point is kept at least; the price verdict looks back 180. */
	minDetailDays: 200,
} as const;

/** The times that anybody can state, epoch ms: from 1970 until 2100. Others are in another unit, or a placeholder. */
export const TIME_LIMITS = { from: 0, until: Date.UTC(2100, 0) } as const;

/** Whether a time that somebody stated can be one. */
export function isPlausibleTime(at: number): boolean {
	return at >= TIME_LIMITS.from && at < TIME_LIMITS.until;
}
