import { Account, AuditRow, EventRow } from '@dropwire/db';
import type { Brand } from '@dropwire/db/topics';
import { handIn } from '@dropwire/engine';
import type { Handlers } from '../http/call.ts';
import { presentEvent } from './present.ts';

const PAGE = 50;

export const eventHandlers = {
	events: async ({ input: { sku, cursor }, knex }) => {
		const query = EventRow.query(knex)
			.orderBy('id', 'desc')
			.limit(PAGE + 1);
		if (sku) void query.where({ sku });
		if (cursor) void query.where('id', '<', Number(cursor));
		return paged(await query, presentEvent);
	},

	eventsHandIn: async (call) => {
		const { db, engine } = call.server;
		const at = Date.now();
		const data = [];
		for (const { source, sku, region, snapshot } of call.input.events) {
			const brand = source as Brand;
			const whole = snapshot && { brand, sku, region, ...snapshot };
			const kind = await handIn(db, { source: brand, sku, region, snapshot: whole, at });
			// Told as it is stored, not at the end of a long list.
			if (kind) engine?.wake();
			data.push({ sku, region, kind });
		}
		const news = data.filter(({ kind }) => kind !== null).length;
		call.changed({ target: 'events', after: { handedIn: data.length, news } });
		return { data };
	},

	live: ({ server, caller, lastEventId, managed }) =>
		server.live.subscribe({
			discordId: caller?.discordId ?? '',
			guilds: caller?.access?.admin ? null : managed.map((guild) => guild.id),
			lastEventId,
		}),

	audit: async ({ input: { cursor }, knex }) => {
		const query = AuditRow.query(knex)
			.orderBy('id', 'desc')
			.limit(PAGE + 1);
		if (cursor) void query.where('id', '<', Number(cursor));
		const rows = await query;
		const actors = await Account.query(knex).whereIn('discordId', [
			...new Set(rows.flatMap(({ actor }) => actor ?? [])),
		]);
		const names = new Map(actors.map(({ discordId, username }) => [discordId, username]));
		return paged(rows, ({ id, before, after, actor, ...row }) => ({
			...row,
			id: String(id),
			actor,
			actorName: names.get(actor ?? '') ?? null,
			before: before === null ? null : (JSON.parse(before) as unknown),
			after: after === null ? null : (JSON.parse(after) as unknown),
		}));
	},
} satisfies Partial<Handlers>;

/** A page of rows that were read one longer than it is. */
function paged<Row extends { id: number }, Out>(rows: readonly Row[], present: (row: Row) => Out) {
	const page = rows.slice(0, PAGE);
	return { data: page.map(present), nextCursor: rows.length > PAGE ? String(page.at(-1)?.id) : null };
}
