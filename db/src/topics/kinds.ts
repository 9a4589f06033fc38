/** A product's status at the retailer (spec 1, section 4). */
export const PRODUCT_STATUSES = ['ACTIVE', 'INACTIVE', 'HOLD', 'CLOSEOUT', 'CANCEL'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** Kinds of product event, in the order in which the first that fits is taken (contract: "Which event goes to which topic"). */
export const EVENT_KINDS = ['SHOCK_DROP', 'NEW', 'STATUS', 'RESTOCK', 'PRICE', 'STOCK'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What became of a delivery; `pending` and `retrying` are open, the rest are final. */
export const DELIVERY_STATUSES = ['pending', 'retrying', 'sent', 'expired', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const OPEN_STATUSES = ['pending', 'retrying'] as const satisfies readonly DeliveryStatus[];
