export { createWebhookReader, type WebhookFacts, type WebhookReader } from './discord/readWebhook.ts';
export { countOpen, hasNewerEdit, queueAnnouncement, queueEvent, queueTest, redeliver } from './publish/outbox.ts';
export { queueBotNotice } from './message/queueBotNotice.ts';
export { switchOff, switchOnAgain } from './webhooks/switchOff.ts';
export { Rejections } from './delivery/verify/rejections.ts';
export { Waiters } from './delivery/waiters.ts';
export { type Engine, type EngineOptions, type EnginePulse, startEngine } from './engine.ts';
export {
	forgetUnlisted,
	type NewWebhook,
	resubscribe,
	subscribe,
	subscribeMany,
	unsubscribe,
	WEBHOOK_REMOVED,
	webhookUrl,
} from './webhooks/subscriptions.ts';
export { explainRule } from './publish/subscriptions/explain.ts';
export { type EventFacts, factsOf } from './publish/subscriptions/facts.ts';
export { decide, isRestock, prepareFilter } from './publish/subscriptions/filter.ts';
export { countLinked } from './publish/subscriptions/announced.ts';
export { recipientsOf } from './publish/fanout.ts';
export { OPERATORS_OWN } from './publish/subscriptions/choose.ts';
export { composeEvent } from './publish/messages/composeEvent.ts';
export { storedEvent } from './product/event.ts';
export { restockTopicFor } from './publish/topic.ts';
export { loadOptions, type OptionColumns, storeOptions } from './webhooks/storedOptions.ts';
export { adoptHashes, findWebhook, hashOf, tokenHashOf } from './webhooks/webhookHash.ts';
export type { ProductEvent } from './product/event.ts';
export { entriesOf, skuHash } from './watch/lists/entriesOf.ts';
export { ingest, ingestAll } from './watch/reports/ingest.ts';
export { knownLinks } from './watch/lists/knownLinks.ts';
export { MISSED_CALLS } from './product/monitors.ts';
export { type PolledRegions, polledRegions } from './sources/polledRegions.ts';
export { readSources, type SourceRow } from './sources/readSources.ts';
export { forgetUnwatched } from './watch/state/products.ts';
export { openRedis } from './process/redis.ts';
export { alertWebhook, clickUrl, engineOptions, engineSettings, REAL_DISCORD, xKeys } from './settings.ts';
export { nextPost } from './social/nextPost.ts';
export { wordKey } from './product/words.ts';
export { searchShop } from './discover/search.ts';
export { onStopSignal, stopOnSignal } from './process/stopOnSignal.ts';
export { openRemoteEngine } from './process/wakeSender.ts';
export { MAX_ADDRESS_WAIT_MS, MAX_WEBHOOK_WAIT_MS } from './discord/answers.ts';
export { aliveSince } from './process/workers.ts';
