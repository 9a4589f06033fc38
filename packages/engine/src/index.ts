export { dateText, factsOfEntry, factsOfSnapshot, storedDate } from './catalogue/facts.ts';
export { type ImportedRow, importEntries } from './catalogue/importEntries.ts';
export { recordSeen, type Seen } from './catalogue/record.ts';
export { Rejections } from './delivery/verify/rejections.ts';
export { DeliveryWaiters } from './delivery/waiters.ts';
export { isInvalid, MAX_ADDRESS_WAIT_MS, MAX_WEBHOOK_WAIT_MS, readRejection } from './discord/answers.ts';
export { createWebhookReader, type WebhookFacts, type WebhookReader } from './discord/readWebhook.ts';
export { searchShop } from './discover/search.ts';
export { type Engine, type EngineOptions, type EnginePulse, startEngine } from './engine.ts';
export { readAllPoints, readHistory } from './history/read.ts';
export { queueBotNotice, queueBotNotices } from './message/queueBotNotice.ts';
export { pauseOpenings, rememberDirect, takeOpening } from './notices/directMessages.ts';
export { noticesOfMessage } from './notices/noticesOfMessage.ts';
export { isUnreachable } from './notices/places.ts';
export { lockPlace, queueConfirmation } from './notices/queueNotices.ts';
export { isSameSecret, processRegistry } from './process/metricsServer.ts';
export { createOutageLog } from './process/outageLog.ts';
export { openTraces, traceIdOf, type Traces } from './process/traces.ts';
export { openRedis } from './process/redis.ts';
export { NoEngineAlert } from './alerts/noEngineAlert.ts';
export { readEngines, readSilentEngines, type SilentEngine } from './process/silentEngines.ts';
export { readLongestWait } from './delivery/longestWait.ts';
export { onStopSignal, stopOnSignal } from './process/stopOnSignal.ts';
export { openRemoteEngine } from './process/wakeSender.ts';
export { aliveBetween } from './process/workers.ts';
export { isAfterPause, MISSED_CALLS } from './product/evaluate.ts';
export { type ProductEvent, storedEvent } from './product/event.ts';
export { releaseSnapshot } from './product/releaseSnapshot.ts';
export { wordKey } from './product/words.ts';
export { composeEvent } from './publish/messages/composeEvent.ts';
export { countOpen, hasNewerEdit, queueAnnouncement, queueTest, redeliver } from './publish/outbox.ts';
export { previewMessage } from './publish/preview.ts';
export { restockTopicFor } from './publish/queue.ts';
export { countLinked, linkedServers, recipientsOf } from './publish/subscriptions/announced.ts';
export { explainRule } from './publish/subscriptions/explain.ts';
export { decide, type EventFacts, factsOf, isRestock, prepareFilter } from './publish/subscriptions/filter.ts';
export { OPERATORS_OWN } from './publish/subscriptions/match.ts';
export { type Hold, OPERATORS_ID, readHolds } from './why/holds.ts';
export { type OfferSpan, readSpans } from './why/readSpans.ts';
export type { Finding } from './why/spans.ts';
export { LONGEST_UNSTORED_MS } from './why/trail.ts';
export { ingest, ingestAll, queueEvent } from './publishing.ts';
export {
	alertWebhook,
	buttonApplication,
	clickUrl,
	engineOptions,
	engineSettings,
	personalOptions,
	REAL_DISCORD,
	xKeys,
} from './settings.ts';
export { endRound, type LaunchReport, recordReleases, type ReleaseOutcome } from './releases/record.ts';
export { nextPost } from './social/nextPost.ts';
export { countSubscriptions, type TopicCount } from './sources/countSubscriptions.ts';
export { regionsToPoll, type WatchPolls } from './sources/countWatches.ts';
export { type PolledRegions, polledRegions } from './sources/polledRegions.ts';
export { mergePaces, readSources, type SourceRow } from './sources/readSources.ts';
export { entriesOf, forgetProduct, forgetUnwatched, knownLinks, skuHash } from './watch/lists/entries.ts';
export { habitFacts } from './watch/pace/usualTimes.ts';
export { loadOptions, type OptionColumns, storeOptions } from './webhooks/storedOptions.ts';
export {
	forgetUnlisted,
	type NewWebhook,
	queueDeletions,
	resubscribe,
	subscribe,
	subscribeMany,
	unsubscribe,
	WEBHOOK_REMOVED,
	webhookUrl,
} from './webhooks/subscriptions.ts';
export { switchOff, switchOnAgain } from './webhooks/switchOff.ts';
export { adoptHashes, findWebhook, hashOf, tokenHashOf } from './webhooks/webhookHash.ts';
