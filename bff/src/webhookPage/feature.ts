import {
	AuditRow,
	Delivery,
	DELIVERY_INDEXES,
	isUniqueViolation,
	type Knex,
	Subscription,
	tableByIndex,
	Webhook,
} from '@dropwire/db';
import { loadOptions, storeOptions, unsubscribe } from '@dropwire/engine';
import { maskWebhook } from '@dropwire/domain';
import { presentAudit } from '../audit/present.ts';
import { presentLog } from '../deliveries/log.ts';
import { withoutBody } from '../deliveries/present.ts';
import type { Call } from '../http/context.ts';
import { CallError, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { mustBeAsSeen } from '../http/mustBeAsSeen.ts';
import { readPage } from '../http/page.ts';
import { lockOwner } from '../webhooks/owner.ts';
import { labelOf, presentDetails, type WebhookRows, whereOf } from './details.ts';
import { listWebhooks } from './listed.ts';
import { replaceWebhook } from './replace.ts';

const PAGE = 50;

/** One webhook with everything about it, and the list of all webhooks. */
export const webhookPageFeature = {
	handlers: {
		allWebhooks: ({ input, knex }) => listWebhooks(knex, input, PAGE),

		webhook: async ({ input: { id }, knex, server }) => ({
			data: await presentDetails(server.db.vault, await find(knex, id)),
		}),

		webhookChange: async (call) => {
			const { id, subscription, label, paused } = call.input;
			const found = only(await lockAndFind(call, id), subscription);
			if (label !== undefined) await rename(call, found, label);
			if (paused !== undefined) await pause(call, found, paused);
			return { data: await presentDetails(call.server.db.vault, await find(call.knex, id)) };
		},

		webhookRemove: async (call) => {
			const { id } = call.input;
			const { webhook, rows } = await lockAndFind(call, id);
			await unsubscribe(
				call.knex,
				rows.map((row) => row.id),
			);
			for (const row of rows) {
				call.audit({ ...targetOf(row), before: { ...stateOf(webhook, row), options: loadOptions(row, webhook) } });
			}
			call.afterCommit(() => call.server.engine?.watchChanged());
			return { data: { id } };
		},

		webhookReplace: replaceWebhook,

		webhookMessages: async (call) => {
			const {
				input: { id, cursor },
				knex,
			} = call;
			const webhookId = await mustExist(knex, id);
			const query = Delivery.query(knex)
				// MySQL would read and sort all messages of the webhook before the cursor.
				.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.edits))
				.where({ webhookId })
				.whereNull('editOf')
				.withGraphFetched('[message(withoutBody), topic]')
				.modifiers({ withoutBody })
				.orderBy('deliveries.id', 'desc');
			if (cursor) void query.where('deliveries.id', '<', Number(cursor));
			const { rows, nextCursor } = await readPage(query, PAGE);
			return { data: await presentLog(call, rows), nextCursor };
		},

		webhookHistory: async ({ input: { id, cursor }, knex }) => {
			const { discordId } = await Webhook.query(knex)
				.findById(await mustExist(knex, id))
				.select('discordId')
				.throwIfNotFound();
			const query = AuditRow.query(knex).where({ webhook: discordId }).orderBy('id', 'desc');
			if (cursor) void query.where('id', '<', Number(cursor));
			const { rows, nextCursor } = await readPage(query, PAGE);
			return { data: await presentAudit(knex, rows), nextCursor };
		},
	},
} satisfies Feature;

type Write = Call<'webhookChange'> | Call<'webhookRemove'>;

/** @throws CallError 404 */
async function find(knex: Knex, id: string): Promise<WebhookRows> {
	const webhook = await Webhook.query(knex).findById(Number(id));
	if (!webhook) throw notFound(`The webhook ${id}`);
	const rows = await Subscription.query(knex)
		.where({ webhookId: webhook.id })
		.withGraphFetched('[topic, channel]')
		.orderBy('subscriptions.id');
	return { knex, webhook, rows };
}

/** @throws CallError 404 */
async function mustExist(knex: Knex, id: string): Promise<number> {
	const row = await Webhook.query(knex).findById(Number(id)).select('id');
	if (!row) throw notFound(`The webhook ${id}`);
	return row.id;
}

/** Finds a webhook, after locking the lists of all of its owners. */
async function lockAndFind({ knex }: Write, id: string): Promise<WebhookRows> {
	const { rows } = await find(knex, id);
	await lockOwner(knex, 'operators');
	const guildIds = new Set(rows.flatMap(({ channel }) => channel?.guildId ?? []));
	for (const guildId of [...guildIds].sort()) await lockOwner(knex, { guildId });
	return find(knex, id);
}

/** A webhook with one of its rows; with all of them if none is named. @throws CallError 404 */
function only(found: WebhookRows, subscription: string | undefined): WebhookRows {
	if (subscription === undefined) return found;
	const rows = found.rows.filter(({ id }) => id === Number(subscription));
	if (rows.length === 0) throw notFound(`The subscription ${subscription} of this webhook`);
	return { ...found, rows };
}

/**
 * @throws CallError 400 without a row in an operator group; 409 when a group has the label for another webhook, or the
 *   webhook has another label than the caller has seen
 */
async function rename(call: Call<'webhookChange'>, { webhook, rows }: WebhookRows, label: string): Promise<void> {
	const current = labelOf(rows);
	if (current === null) throw invalidInput({ label: 'cannot be set: this webhook is in no operator group' });
	mustBeAsSeen({ label: current }, call.input.before, 'This label', `"${current}"`);
	for (const row of rows.filter((one) => one.label !== null && one.label !== label)) {
		try {
			await Subscription.query(call.knex).findById(row.id).patch({ label });
		} catch (error) {
			if (!isUniqueViolation(error)) throw error;
			const message = `The label "${label}" belongs to another webhook in ${whereOf(row)}. Choose another one.`;
			throw new CallError('conflict', message, { label: `is already used in ${whereOf(row)}` });
		}
		call.audit({
			...targetOf(row),
			before: stateOf(webhook, row),
			after: { ...stateOf(webhook, row), label },
		});
	}
}

/** Sets the option `paused` of every subscription that has another value. */
async function pause(call: Call<'webhookChange'>, { webhook, rows }: WebhookRows, paused: boolean): Promise<void> {
	for (const row of rows.filter((one) => one.paused !== paused)) {
		const before = loadOptions(row, webhook);
		const { paused: _, ...others } = before;
		const after = paused ? { ...others, paused } : others;
		await Subscription.query(call.knex)
			.findById(row.id)
			.patch({ ...storeOptions(after, row).columns, version: row.version + 1 });
		const state = stateOf(webhook, row);
		const { version } = row;
		call.audit({
			...targetOf(row),
			before: { ...state, options: before, version },
			after: { ...state, options: after, version: version + 1 },
		});
	}
	call.afterCommit(() => call.server.engine?.watchChanged());
}

function targetOf(row: Subscription) {
	const guildId = row.channel?.guildId;
	return { target: whereOf(row), ...(guildId !== undefined && { guildId }) };
}

function stateOf(webhook: Webhook, { id, label }: Subscription) {
	return {
		id: String(id),
		...(label !== null && { label }),
		webhook: maskWebhook(webhook.discordId, webhook.threadId),
	};
}
