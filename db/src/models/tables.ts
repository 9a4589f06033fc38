import type { Brand, Offer, Region } from '@dropwire/domain';
import type { Knex } from 'knex';
import type { Tables } from 'knex/types/tables.js';
import type { AccessRequest } from './AccessRequest.ts';
import type { Account } from './Account.ts';
import type { Announcement } from './Announcement.ts';
import type { ApiToken } from './ApiToken.ts';
import type { AuditRow } from './AuditRow.ts';
import type { BlacklistWord } from './BlacklistWord.ts';
import type { BotGuild } from './BotGuild.ts';
import type { BotNotice } from './BotNotice.ts';
import type { CatalogueEntry } from './CatalogueEntry.ts';
import type { CatalogueRegion } from './CatalogueRegion.ts';
import type { Delivery } from './Delivery.ts';
import type { DeviceSignin } from './DeviceSignin.ts';
import type { EventLink } from './EventLink.ts';
import type { EventRow } from './EventRow.ts';
import type { FoundProduct } from './FoundProduct.ts';
import type { Grant } from './Grant.ts';
import type { Guild } from './Guild.ts';
import type { GuildChannel } from './GuildChannel.ts';
import type { GuildManager } from './GuildManager.ts';
import type { HistorySeries } from './HistorySeries.ts';
import type { KeywordWatch } from './KeywordWatch.ts';
import type { LinkRequest } from './LinkRequest.ts';
import type { Message } from './Message.ts';
import type { Monitor } from './Monitor.ts';
import type { Product } from './Product.ts';
import type { ProductRequest } from './ProductRequest.ts';
import type { PromoCode } from './PromoCode.ts';
import type { Release } from './Release.ts';
import type { ReleaseNews } from './ReleaseNews.ts';
import type { RetailerToken } from './RetailerToken.ts';
import type { Row } from './Row.ts';
import type { ScheduledEventGuild } from './ScheduledEventGuild.ts';
import type { Session } from './Session.ts';
import type { SharedSetup } from './SharedSetup.ts';
import type { ShortUrl } from './ShortUrl.ts';
import type { SocialGroup } from './SocialGroup.ts';
import type { SocialKeyword } from './SocialKeyword.ts';
import type { SocialPost } from './SocialPost.ts';
import type { SourceOutage } from './SourceOutage.ts';
import type { SourceRound } from './SourceRound.ts';
import type { Subscription } from './Subscription.ts';
import type { TopicRow } from './TopicRow.ts';
import type { User } from './User.ts';
import type { UserRole } from './UserRole.ts';
import type { Watch } from './Watch.ts';
import type { WatchEntry } from './WatchEntry.ts';
import type { WatchPlace } from './WatchPlace.ts';
import type { Webhook } from './Webhook.ts';
import type { WebhookDeletion } from './WebhookDeletion.ts';
import type { Worker } from './Worker.ts';

/** The names of a model's columns: without Objection's members, and without relations, which are optional. */
type ColumnOf<Model> = {
	[Key in keyof Model & string]: Key extends keyof Row ? never : undefined extends Model[Key] ? never : Key;
}[keyof Model & string];

/** A row as knex reads it: both databases store booleans as 0 and 1, and JSON as text. */
type Stored<Model> = { [Key in ColumnOf<Model>]: Read<Model[Key]> };
type Read<Value> = Value extends boolean
	? number
	: Value extends Uint8Array
		? Value
		: Value extends object
			? string
			: Value;

/** A row as knex writes it: a column can have a default, and its value can be an expression. */
type Written<Model> = {
	readonly [Key in ColumnOf<Model>]?: Wide<Model[Key]> | Read<Model[Key]> | Knex.Raw | Knex.QueryBuilder | undefined;
};
type Wide<Value> = Value extends string ? string : Value;

type Table<Model> = Knex.CompositeTableType<Stored<Model>, Written<Model>>;

declare module 'knex/types/tables.js' {
	/** The rows of `knex('table')`. Tables whose rows have no behaviour of their own have no model. */
	interface Tables {
		access_requests: Table<AccessRequest>;
		accounts: Table<Account>;
		alerts: Table<{ key: string; text: string; beganAt: number }>;
		announcements: Table<Announcement>;
		api_tokens: Table<ApiToken>;
		audit: Table<AuditRow>;
		billing_events: Table<{ idHash: string; receivedAt: number }>;
		blacklist_words: Table<BlacklistWord>;
		bot_guilds: Table<BotGuild>;
		bot_notices: Table<BotNotice>;
		bot_shards: Table<{ shard: number; shards: number; reportedAt: number }>;
		calendar_secrets: Table<{ discordId: string; secretHash: string; createdAt: number }>;
		catalogue: Table<CatalogueEntry>;
		catalogue_regions: Table<CatalogueRegion>;
		catalogue_words: Table<{ word: string; brand: Brand; sku: string }>;
		check_batches: Table<{
			id: number;
			source: Brand;
			region: Region;
			checkedAt: number;
			intervalMs: number | null;
			uniformMs: number | null;
			reason: string | null;
		}>;
		check_spans: Table<{
			id: number;
			day: number;
			source: Brand;
			sku: string;
			region: Region;
			offer: Offer;
			spans: string;
		}>;
		deliveries: Table<Delivery>;
		device_signins: Table<DeviceSignin>;
		direct_messages: Table<{
			id: number;
			pausedUntil: number;
			pauses: number;
			reason: string | null;
			sender: string | null;
			senderUntil: number;
		}>;
		direct_openings: Table<{ id: number; at: number; purpose: 'watch' | 'access' }>;
		discord_limits: Table<{ egress: string; pausedAt: number; pausedUntil: number; reason: string | null }>;
		event_holds: Table<{ eventId: number; owners: 'server' | 'watch'; after: number; packed: Uint8Array }>;
		entitlement_readings: Table<{
			id: number;
			wanted: number;
			done: number;
			readAt: number | null;
			failures: number;
			failingSince: number | null;
			problem: string | null;
			retryAt: number;
			reader: string | null;
			readerUntil: number;
		}>;
		event_links: Table<EventLink>;
		events: Table<EventRow>;
		fanouts: Table<{
			id: number;
			messageId: number;
			topicId: number | null;
			webhookIds: string | null;
			lastWebhookId: number;
			earlier: string | null;
			restockTopicId: number | null;
		}>;
		/** The posts of a forum that a webhook's messages about a product (`source/sku/region/offer`) go to. */
		forum_posts: Table<{ id: number; webhookId: number; product: string; threadId: string; createdAt: number }>;
		found_products: Table<FoundProduct>;
		grants: Table<Grant>;
		guild_channels: Table<GuildChannel>;
		guild_managers: Table<GuildManager>;
		guild_roles: Table<{ guildId: string; roles: string; updatedAt: number }>;
		guilds: Table<Guild>;
		history_chunks: Table<{ seriesId: number; firstAt: number; packed: Uint8Array }>;
		history_series: Table<HistorySeries>;
		invalid_answers: Table<{ second: number; worker: string; count: number; egress: string }>;
		keyword_watches: Table<KeywordWatch>;
		link_requests: Table<LinkRequest>;
		linked_roles: Table<{
			discordId: string;
			sealed: string | null;
			connectedAt: number;
			dueAt: number | null;
			claimedUntil: number;
			failures: number;
			leaving: boolean;
			pushed: string | null;
			pushedAt: number | null;
			endedAt: number | null;
			reason: string | null;
		}>;
		market_prices: Table<{
			brand: Brand;
			sku: string;
			market: string;
			size: string;
			currency: string;
			lowestAsk: number | null;
			highestBid: number | null;
			lastSale: number | null;
			observedAt: number;
		}>;
		messages: Table<Message>;
		monitors: Table<Monitor>;
		/** The deliveries that ended in one minute, counted by one writer with the outcomes. */
		outcome_minutes: Table<{
			/** The start of the minute, epoch milliseconds. */
			minute: number;
			writer: string;
			sent: number;
			/** Edits of sent messages; `sent` does not count them. */
			edited: number;
			failed: number;
			expired: number;
		}>;
		personal_channels: Table<{ guildId: string; channelId: string }>;
		product_batches: Table<{ productId: number; batchId: number }>;
		product_request_people: Table<{ requestId: number; discordId: string; createdAt: number }>;
		product_requests: Table<ProductRequest>;
		products: Table<Product>;
		promo_codes: Table<PromoCode>;
		rejected_events: Table<{ signer: string; reason: string; hour: number; count: number; lastAt: number }>;
		release_news: Table<ReleaseNews>;
		release_reminders: Table<{
			releaseId: number;
			minutes: number;
			launchAt: number;
			dueAt: number;
			messageId: number;
		}>;
		releases: Table<Release>;
		retailer_tokens: Table<RetailerToken>;
		scheduled_event_guilds: Table<ScheduledEventGuild>;
		scheduled_events: Table<{
			guildId: string;
			releaseId: number;
			eventId: string | null;
			version: string;
			startsAt: number;
		}>;
		sessions: Table<Session>;
		shared_setups: Table<SharedSetup>;
		short_urls: Table<ShortUrl>;
		social_groups: Table<SocialGroup>;
		social_keywords: Table<SocialKeyword>;
		social_posts: Table<SocialPost>;
		source_outages: Table<SourceOutage>;
		source_rounds: Table<SourceRound>;
		stores: Table<{
			source: Brand;
			id: string;
			name: string;
			city: string;
			postalCode: string;
			country: string;
			latitude: number | null;
			longitude: number | null;
		}>;
		subscriptions: Table<Subscription>;
		topics: Table<TopicRow>;
		user_roles: Table<UserRole>;
		users: Table<User>;
		watch_entries: Table<WatchEntry>;
		watch_fanouts: Table<{ eventId: number; lastWatchId: number; queuedAt: number }>;
		/** Personal notices: of an event that matched a watch, or the confirmation of a person's first watch. */
		watch_notices: Table<{
			id: number;
			discordId: string;
			/** Null for the confirmation. */
			watchId: number | null;
			eventId: number | null;
			/** `dropped`: the watch was removed, muted or snoozed, or is over the limit, or a backup was restored. */
			status: 'queued' | 'sent' | 'failed' | 'expired' | 'dropped';
			/** The notice whose message this one edits. */
			editOf: number | null;
			/** The first notice of the message that this one is in; null before the first attempt. */
			sentWith: number | null;
			queuedAt: number;
			notBefore: number;
			attempts: number;
			reason: string | null;
			channelId: string | null;
			messageId: string | null;
			sentAt: number | null;
		}>;
		watch_places: Table<WatchPlace>;
		watches: Table<Watch>;
		webhook_deletions: Table<WebhookDeletion>;
		webhooks: Table<Webhook>;
		workers: Table<Worker>;
	}
}

/** A row of a table as knex reads it. */
export type StoredRow<Name extends keyof Tables> = Knex.ResolveTableType<Tables[Name]>;
