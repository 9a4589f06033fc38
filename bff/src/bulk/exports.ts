import { Subscription, WatchEntry, type Webhook } from '@dropwire/db';
import { ALL_REGIONS, LIMITS, type SubscriptionOptions } from '@dropwire/domain';
import { loadOptions, webhookUrl } from '@dropwire/engine';
import type { WebhookRow } from '@dropwire/contract';
import { mustManage } from '../http/guilds.ts';
import type { Handlers } from '../http/context.ts';
import { CallError, forbidden } from '../http/errors.ts';

/** A row of the export as the join returns it. */
type ExportedRow = Omit<WebhookRow, 'action' | 'value' | 'options' | 'label'> &
	Pick<Webhook, 'urlSealed' | 'threadId'> &
	Pick<Subscription, 'id' | 'webhookId' | 'label' | 'options'>;

/** Exports all rows, page by page, for a backup or a later import. */
export const exportHandlers = {
	exportWebhooks: async (call) => {
		const { input, knex, server, caller } = call;
		if (input.guildId !== undefined) mustManage(call, input.guildId);
		else if (caller.access?.admin !== true) throw forbidden('Only operators may export without a guildId.');
		// A plain join: with 10,000 rows, building models would take most of the time.
		const query = knex('subscriptions as s')
			.join('webhooks as w', 'w.id', 's.webhookId')
			.join('topics as t', 't.id', 's.topicId')
			.limit(LIMITS.list + 1);
		if (input.guildId !== undefined) {
			// At most `LIMITS.webhooksPerGuild` rows: a single page.
			void query
				.join('guild_channels as c', 'c.id', 's.guildChannelId')
				.where('c.guildId', input.guildId)
				.orderBy(['s.topicId', 's.id']);
		} else void query.where('s.list', 'like', 'topic:%').orderBy(['s.topicId', 's.label']);
		if (input.cursor) {
			const { topicId, label } = (await Subscription.query(knex).findById(input.cursor)) ?? listsChanged();
			void query.where((rest) => {
				void rest
					.where('s.topicId', '>', topicId as number)
					.orWhere((group) => void group.where('s.topicId', topicId as number).where('s.label', '>', label as string));
			});
		}
		const columns = [
			's.id',
			's.webhookId',
			't.brand',
			't.category',
			't.region',
			't.status',
			's.label',
			's.options',
			'w.urlSealed',
			'w.threadId',
		];
		const rows: ExportedRow[] = await query.select(columns);
		return paged(rows, ({ brand, category, region, status, label, webhookId, urlSealed, ...row }) => ({
			action: 'SET',
			brand,
			category,
			region,
			status,
			label: label ?? '',
			value: webhookUrl(server.db.vault, webhookId, urlSealed),
			options: optionsText(loadOptions(row, row)),
		}));
	},

	exportSkus: async ({ input, knex }) => {
		const query = WatchEntry.query(knex)
			.orderBy(['list', 'sku'])
			.limit(LIMITS.list + 1);
		if (input.cursor) {
			const { list, sku } = (await WatchEntry.query(knex).findById(input.cursor)) ?? listsChanged();
			void query.where((rest) => {
				void rest.where('list', '>', list).orWhere((same) => void same.where({ list }).where('sku', '>', sku));
			});
		}
		return paged(await query, ({ list, sku, productLink, regions }) => ({
			action: 'SET',
			type: list,
			sku,
			productLink: productLink ?? '',
			regions: regions ?? ALL_REGIONS,
		}));
	},
} satisfies Partial<Handlers>;

/** A row without options has an empty cell: importing it leaves the options as they are. */
function optionsText(options: SubscriptionOptions): string {
	return Object.keys(options).length === 0 ? '' : JSON.stringify(options);
}

/** One page of rows. The query reads one row more than the page holds. */
function paged<Row extends { id: number }, Out>(rows: readonly Row[], present: (row: Row) => Out) {
	const page = rows.slice(0, LIMITS.list);
	return { rows: page.map(present), nextCursor: rows.length > LIMITS.list ? String(page.at(-1)?.id) : null };
}

/** The row before the next page was deleted, so continuing could skip rows. */
function listsChanged(): never {
	throw new CallError('conflict', 'The lists changed during the export. Start again.');
}
