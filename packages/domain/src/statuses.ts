/** A product's status at the retailer (spec 1, section 4). */
export const PRODUCT_STATUSES = ['ACTIVE', 'INACTIVE', 'HOLD', 'CLOSEOUT', 'CANCEL'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** The statuses of topics: `name` in a choice, `heading` over the rows of a group (spec 2, section 2). */
export const TOPIC_STATUSES = {
	ACTIVE: { name: 'Active', heading: 'ACTIVE Webhooks' },
	CLOSEOUT: { name: 'Closeout', heading: 'CLOSEOUT Webhooks' },
	HOLD: { name: 'Hold', heading: 'HOLD Webhooks' },
	DISCOUNT: { name: 'Discount', heading: 'Discount Webhooks' },
	SHOES: { name: 'Shoes', heading: 'Shoes Webhooks' },
	LAPTOPS: { name: 'Laptops', heading: 'Laptops Webhooks' },
	HOT1: { name: 'HOT 1', heading: 'HOT 1 Webhooks' },
	NEW: { name: 'New', heading: 'NEW Webhooks' },
	CHANGE: { name: 'Change', heading: 'CHANGE Webhooks' },
	RESTOCK: { name: 'Restock', heading: 'RESTOCK Webhooks' },
	UPCOMING: { name: 'Upcoming', heading: 'UPCOMING Webhooks' },
	ANNOUNCEMENT: { name: 'Announcement', heading: 'ANNOUNCEMENT Webhooks' },
} as const satisfies Record<string, { name: string; heading: string }>;
export type TopicStatus = keyof typeof TOPIC_STATUSES;
