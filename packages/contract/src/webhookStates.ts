/** What a list of webhooks can be limited to. A webhook that is off also fails. */
export const WEBHOOK_STATES = ['FAILING', 'OFF', 'PAUSED', 'NEVER_USED'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
