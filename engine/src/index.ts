export { countOpen, queueEvent, queueTest, redeliver } from './delivery/outbox.ts';
export { type Engine, type EngineOptions, type EnginePulse, startEngine } from './engine.ts';
export { checkSecretKey } from './matching/secretKey.ts';
export {
	type ListPlace,
	resubscribe,
	subscribe,
	unsubscribe,
	WEBHOOK_REMOVED,
	webhookUrl,
} from './matching/subscriptions.ts';
export { maskWebhook, parseWebhookUrl, type WebhookAddress } from './matching/webhookUrl.ts';
export { engineSettings, REAL_DISCORD } from './settings.ts';
export type { ProductSnapshot } from './sources/source.ts';
export { DEAD_AFTER_MS } from './workers.ts';
