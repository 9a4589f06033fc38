export { countOpen, queueAnnouncement, queueEvent, queueTest, redeliver } from './delivery/outbox.ts';
export { switchOff } from './delivery/switchOff.ts';
export { type Engine, type EngineOptions, type EnginePulse, startEngine } from './engine.ts';
export { createImageFetcher, ImageError, type ImageFetcher, type Origins } from './images/fetchImage.ts';
export { isPublicAddress } from './images/guard.ts';
export { createImageSearch, type ImageSearch } from './images/search.ts';
export { IMAGE_HOSTS, type ImageHost } from './images/sources.ts';
export { checkSecretKey } from './matching/secretKey.ts';
export {
	forgetUnlisted,
	hashOf,
	type ListPlace,
	type NewWebhook,
	resubscribe,
	subscribe,
	subscribeMany,
	unsubscribe,
	WEBHOOK_REMOVED,
	webhookUrl,
} from './matching/subscriptions.ts';
export { maskWebhook, parseWebhookUrl, type WebhookAddress } from './matching/webhookUrl.ts';
export { handIn } from './monitor/handIn.ts';
export { createProductQuery, type ProductQuery } from './products/query.ts';
export { engineSettings, REAL_DISCORD, xKeys } from './settings.ts';
export { composePost } from './social/composePost.ts';
export { wordKey } from './social/words.ts';
export { formatMoney, minorDigits } from './sources/money.ts';
export type { ProductSnapshot } from './sources/source.ts';
export { DEAD_AFTER_MS } from './workers.ts';
