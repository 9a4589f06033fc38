import { setTimeout as wait } from 'node:timers/promises';
import { SANDBOX_APP, SANDBOX_SKUS } from '../../seeds.ts';
import type { DiscordState } from '../state.ts';
import type { WebhookEvents } from './webhookEvents.ts';

/** What somebody has of an item (Discord's documentation, "Entitlement Resource"). */
export interface SandboxEntitlement {
	id: string;
	sku_id: string;
	application_id: string;
	/** Its owner; of a server's, the person who paid. */
	user_id: string | null;
	guild_id?: string;
	/** 1 a purchase, 4 a test, 5 a gift, 8 a subscription. */
	type: number;
	deleted: boolean;
	starts_at: string | null;
	/** Null until it has ended, or a subscription was cancelled. */
	ends_at: string | null;
	consumed: boolean;
}

export interface Purchase {
	sku: string;
	userId?: string;
	guildId?: string;
	/** Epoch ms. */
	startsAt?: number;
	type?: number;
}

export const ENTITLEMENT_TYPES = { purchase: 1, test: 4, gift: 5, subscription: 8 } as const;

type EventName = 'ENTITLEMENT_CREATE' | 'ENTITLEMENT_UPDATE' | 'ENTITLEMENT_DELETE';
type News = readonly [EventName, SandboxEntitlement];

/** How events about entitlements arrive. `reordered` ones wait for the next event, which goes first. */
export type EventDelivery = 'normal' | 'lost' | 'doubled' | 'reordered' | { delayMs: number };

/** The application's store: what was bought, and the events about it by the gateway and by HTTP. */
export class Entitlements {
	readonly #state: DiscordState;
	readonly #events: WebhookEvents;
	readonly all = new Map<string, SandboxEntitlement>();
	delivery: EventDelivery = 'normal';
	#held: News[] = [];

	constructor(state: DiscordState, events: WebhookEvents) {
		this.#state = state;
		this.#events = events;
	}

	/** @throws Error for an item that the store does not have, or that is for the other kind of owner */
	buy({ sku, userId, guildId, startsAt = Date.now(), type }: Purchase): SandboxEntitlement {
		const item = SANDBOX_SKUS.find(({ id }) => id === sku);
		if (!item) throw new Error('There is no such SKU');
		if ((item.owner === 'guild') !== (guildId !== undefined)) throw new Error(`This SKU is for a ${item.owner}`);
		const kind = type ?? (item.kind === 'durable' ? ENTITLEMENT_TYPES.purchase : ENTITLEMENT_TYPES.subscription);
		const entitlement: SandboxEntitlement = {
			id: this.#state.snowflake(),
			sku_id: sku,
			application_id: SANDBOX_APP.clientId,
			user_id: userId ?? null,
			...(guildId !== undefined && { guild_id: guildId }),
			type: kind,
			deleted: false,
			// Tests have no dates.
			starts_at: kind === ENTITLEMENT_TYPES.test ? null : new Date(startsAt).toISOString(),
			ends_at: null,
			consumed: false,
		};
		this.all.set(entitlement.id, entitlement);
		this.#announce('ENTITLEMENT_CREATE', entitlement);
		return entitlement;
	}

	/** A cancelled subscription stays until the end of what was paid for. @param endsAt epoch ms */
	cancel(id: string, endsAt: number): SandboxEntitlement {
		const entitlement = this.#mustHave(id);
		entitlement.ends_at = new Date(endsAt).toISOString();
		this.#announce('ENTITLEMENT_UPDATE', entitlement);
		return entitlement;
	}

	/** The subscription goes on after all. */
	renew(id: string): SandboxEntitlement {
		const entitlement = this.#mustHave(id);
		entitlement.ends_at = null;
		this.#announce('ENTITLEMENT_UPDATE', entitlement);
		return entitlement;
	}

	/** A refund, or a deleted test. */
	remove(id: string): void {
		const entitlement = this.#mustHave(id);
		entitlement.deleted = true;
		this.#announce('ENTITLEMENT_DELETE', entitlement);
	}

	reset(): void {
		this.all.clear();
		this.delivery = 'normal';
		this.#held = [];
	}

	#mustHave(id: string): SandboxEntitlement {
		const entitlement = this.all.get(id);
		if (!entitlement || entitlement.deleted) throw new Error('There is no such entitlement');
		return entitlement;
	}

	#announce(name: EventName, entitlement: SandboxEntitlement): void {
		const news: News = [name, { ...entitlement }];
		const { delivery } = this;
		if (delivery === 'lost') return;
		if (delivery === 'reordered' && this.#held.length === 0) {
			this.#held.push(news);
			return;
		}
		const due = [news, ...(delivery === 'doubled' ? [news] : []), ...this.#held.splice(0)];
		if (typeof delivery === 'object')
			void wait(delivery.delayMs, undefined, { ref: false }).then(() => this.#send(due));
		else this.#send(due);
	}

	#send(due: readonly News[]): void {
		for (const [name, entitlement] of due) {
			// Events about people are sent to the first shard.
			this.#state.news.emit('news', entitlement.guild_id ?? '0', name, entitlement);
			void this.#events.send(name, entitlement);
		}
	}
}
