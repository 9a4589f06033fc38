import type { EventItem } from '@dropwire/contract';
import { stockOf } from '@dropwire/domain';
import { clickUrl, ingestAll } from '@dropwire/engine';
import { type Answer, priceInMinor } from '@dropwire/retailers';
import { storedSpellings, withStoredSkus } from '../skus/storedSkus.ts';
import { forbidden } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { readPage } from '../http/page.ts';
import { noteHeartbeat } from './monitors.ts';
import { newestEvents } from './newest.ts';
import { presentEvents, readEvents } from './present.ts';

export const eventsFeature = {
	handlers: {
		events: async ({ input, caller, managed, knex }) => {
			const { sku, brand: source = null, region = null, kind = null, reached, cursor, limit } = input;
			const admin = caller.access?.admin === true;
			if (reached && !admin) throw forbidden('Only admins can list the events that reached nobody.');
			const before = cursor === undefined ? null : Number(cursor);
			const filter = {
				skus: sku === undefined ? null : await storedSpellings(knex, sku, source ?? undefined),
				source,
				region,
				kind,
				reachedNobody: reached !== undefined,
				before,
			};
			const { rows, nextCursor } = await readPage(
				{ limit: async (max) => readEvents(knex, await newestEvents(knex, filter, max), 'desc') },
				limit,
			);
			const guildIds = admin ? null : managed.map(({ id }) => id);
			return { data: await presentEvents(knex, rows, guildIds), nextCursor };
		},

		eventsIngest: async (call) => {
			const { db, engine } = call.server;
			const { monitor, everyMs, events } = call.input;
			if (monitor !== undefined && everyMs !== undefined) {
				const sources = events.map(({ source }) => source);
				await noteHeartbeat(call.knex, { monitor, everyMs, sources, count: events.length, by: call.caller.discordId });
			}
			const products = events.map(({ source: brand, sku }) => ({ brand, sku }));
			const stored = await withStoredSkus(call.knex, products);
			const items = events.map((item, index) => ({ ...item, sku: stored[index]?.sku ?? item.sku }));
			const reports = items.map((item) => {
				const { source, sku, region, offer = null } = item;
				const observedAt = item.observedAt === undefined ? null : Date.parse(item.observedAt);
				const answer = answerOf(item);
				return { source, sku, region, offer, answer, monitor: monitor ?? '', everyMs, observedAt };
			});
			const kinds = await ingestAll(db, reports, {
				clickUrl: clickUrl(call.server.settings),
				onEvent: (event) => {
					call.logQueued(event, 'event');
					engine?.wake();
				},
			});
			engine?.wake();
			const data = reports.map(({ sku, region }, index) => ({ sku, region, kind: kinds[index] ?? null }));
			const changes = data.filter(({ kind }) => kind !== null).length;
			if (data.length > 0) call.audit({ target: 'events', after: { submitted: data.length, changes } });
			return { data };
		},
	},
} satisfies Feature;

/** What a monitor submitted, as one of our sources would answer. */
function answerOf({ source: brand, sku, region, snapshot, blocked }: EventItem): Answer {
	if (blocked !== undefined) return { kind: 'blocked', reason: blocked, retryAfterMs: null };
	if (!snapshot) return { kind: 'gone' };
	const { color, state, available, entriesUntil, price, ...product } = snapshot;
	const sizes = snapshot.sizes.map(({ url, state: sizeState, available: inStock, ...size }) => ({
		...size,
		...(sizeState === null ? { available: inStock } : stockOf(sizeState)),
		...(url !== null && { url }),
	}));
	const stock = state === null ? { available } : stockOf(state);
	const stated = {
		...product,
		// A monitor passes on what its shop names while there is no price, such as 0.
		price: price && priceInMinor(price.current, price.full, price.currency),
		...(color && { color }),
		...(entriesUntil != null && { entriesUntil }),
		...stock,
		sizes,
	};
	return { kind: 'read', snapshot: { brand, sku, region, ...stated } };
}
