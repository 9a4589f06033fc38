export { createWebhookReader, type WebhookFacts, type WebhookReader } from './delivery/discord/readWebhook.ts';
export { countOpen, hasNewerEdit, queueAnnouncement, queueEvent, queueTest, redeliver } from './publish/outbox.ts';
export { queueBotNotice } from './botNotices/queueBotNotice.ts';
export { switchOff, switchOnAgain } from './delivery/switchOff.ts';
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
} from './publish/subscriptions/subscriptions.ts';
export { explainRule } from './publish/subscriptions/explain.ts';
export { type EventFacts, factsOf } from './publish/subscriptions/facts.ts';
export { decide, isRestock, prepareFilter } from './publish/subscriptions/filter.ts';
export { countLinked } from './publish/subscriptions/announced.ts';
export { recipientsOf } from './publish/fanout.ts';
export { OPERATORS_OWN } from './publish/subscriptions/choose.ts';
export { composeEvent } from './publish/messages/composeEvent.ts';
export { storedEvent } from './publish/event.ts';
export { restockTopicFor } from './publish/topic.ts';
export { loadOptions, type OptionColumns, storeOptions } from './publish/subscriptions/storedOptions.ts';
export { adoptHashes, findWebhook, hashOf, tokenHashOf } from './publish/subscriptions/webhookHash.ts';
export type { ProductEvent } from './publish/event.ts';
export { entriesOf, skuHash } from './watch/entriesOf.ts';
export { ingest, ingestAll } from './watch/ingest.ts';
export { knownLinks } from './watch/knownLinks.ts';
export { MISSED_CALLS } from './watch/monitors.ts';
export { type PolledRegions, polledRegions } from './watch/polledRegions.ts';
export { readSources, type SourceRow } from './watch/readSources.ts';
export { forgetUnwatched } from './watch/products.ts';
export { openRedis } from './redis.ts';
export { alertWebhook, clickUrl, engineOptions, engineSettings, REAL_DISCORD, xKeys } from './settings.ts';
export { nextPost } from './social/nextPost.ts';
export { wordKey } from './words.ts';
export { searchShop } from './discover/search.ts';
export { onStopSignal, stopOnSignal } from './stopOnSignal.ts';
export { openRemoteEngine } from './wakeSender.ts';
export { MAX_ADDRESS_WAIT_MS, MAX_WEBHOOK_WAIT_MS } from './delivery/discord/answers.ts';
export { aliveSince } from './workers.ts';
