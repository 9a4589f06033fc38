/** What a list of webhooks can be limited to. `FAILING`: on, but the last message was not sent. */
export const WEBHOOK_STATES = ['FAILING', 'OFF', 'PAUSED', 'NEVER_USED'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
