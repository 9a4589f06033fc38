import type { EventKind } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { SANDBOX_APP, SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, beforeEach } from 'vitest';
import type { Engine, PersonalOptions } from '../engine.ts';
import { queueEvent } from '../publishing.ts';
import { aSnapshot, type Fixture, openFixture, until } from './fixture.ts';
import { lockPlace, queueConfirmation } from '../notices/queueNotices.ts';

export const { mia: MIA } = SANDBOX_USERS;
export const SKU = 'CK9246-101';
export const guildId = SANDBOX_GUILDS.soleSearchers.id;
export const channelId = SANDBOX_CHANNELS.find((one) => one.guildId === guildId)!.id;
const DEFAULTS = { kinds: ['SHOCK_DROP', 'LIVE', 'NEW', 'RESTOCK', 'PRICE'], sizes: [], states: [] };

interface Change {
	sku?: string;
	kind?: EventKind;
	from?: string[];
	to?: string[];
	price?: ProductSnapshot['price'];
	/** When it was seen, epoch ms; by default now. */
	at?: number;
	engine: Engine;
}

export function withSizes(sku: string, inStock: string[]): ProductSnapshot {
	const sizes = ['8', '9', '10'].map((size) => ({ size, available: inStock.includes(size), level: null, count: null }));
	return aSnapshot({ sku, url: `https://shop.example.com/${sku}`, available: inStock.length > 0, sizes });
}

interface Message {
	content?: string;
	embeds: { title: string; description: string }[];
	components: { components: { label: string; url?: string; custom_id?: string }[] }[];
}

/** Helpers for tests of personal notices. Each test has its own fixture. */
export function useNotices() {
	let fixture: Fixture;
	beforeEach(async () => {
		fixture = await openFixture();
	});
	afterEach(() => fixture.close());

	function start(personal: Partial<PersonalOptions> = {}): Promise<Engine> {
		const defaults = {
			botToken: SANDBOX_APP.botToken,
			maxAgeMs: 1_800_000,
			newDirectPer10Minutes: 8,
			admins: [],
			plans: [],
		};
		return fixture.start({ sources: [], personal: { ...defaults, watchesPerMember: 50, ...personal } });
	}

	/** Adds a watch, and as the server does the confirmation of the first one. @returns its id */
	async function watch(discordId: string, { sku = SKU }: { sku?: string } = {}) {
		return fixture.db.transaction(async (trx) => {
			const row = { discordId, brand: 'NIKE', sku, options: JSON.stringify(DEFAULTS), createdAt: 1 } as const;
			await lockPlace(trx, discordId);
			const [id] = await trx('watches').insert(row);
			await queueConfirmation(trx, discordId);
			return Number(id);
		});
	}

	async function change({ engine, at = Date.now(), ...changed }: Change): Promise<void> {
		const { sku = SKU, kind = 'RESTOCK', from = [], to = ['9'], price } = changed;
		const [before, after] = [withSizes(sku, from), { ...withSizes(sku, to), ...(price && { price }) }];
		await queueEvent(fixture.db, { source: 'NIKE', sku, region: 'US', kind, before, after, at });
		engine.wake();
	}

	const messages = async () =>
		(await fixture.sandbox.control.messages()).map(({ id, channelId: place, edits, body }) => ({
			id,
			place,
			edits,
			body: body as Message,
		}));
	const place = (discordId: string) => fixture.db.knex('watch_places').where({ discordId }).first();
	const notices = (discordId: string) => fixture.db.knex('watch_notices').where({ discordId }).orderBy('id');
	const statuses = async (discordId: string) => (await notices(discordId)).map(({ status }) => status);
	const settled = (discordId: string) =>
		until('all notices are finished', async () => {
			const fanout = await fixture.db.knex('watch_fanouts').first();
			return !fanout && (await statuses(discordId)).every((status) => status !== 'queued');
		});

	return {
		get fixture() {
			return fixture;
		},
		start,
		watch,
		change,
		messages,
		place,
		notices,
		statuses,
		settled,
	};
}
