/** Upper bounds of what comes in (contract: "Every list has an upper bound"); the columns are as wide. */
export const LIMITS = {
	url: 2048,
	label: 100,
	title: 256,
	description: 4096,
	sku: 64,
	skusPerCall: 500,
	list: 10_000,
	retailerTokenBytes: 8192,
	tokensPerUser: 20,
} as const;
