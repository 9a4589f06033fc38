/** The state of a delivery; `pending` and `retrying` are open, the others are final. */
export const DELIVERY_STATUSES = ['pending', 'retrying', 'sent', 'expired', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const OPEN_STATUSES = ['pending', 'retrying'] as const satisfies readonly DeliveryStatus[];
