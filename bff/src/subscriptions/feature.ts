import { isUniqueViolation, Subscription } from '@dropwire/db';
import { maskWebhook, type SubscriptionOptions, withThread } from '@dropwire/domain';
import { loadOptions, resubscribe, storeOptions, webhookUrl } from '@dropwire/engine';
import type { SubscriptionRow } from '@dropwire/contract';
import { rolesOf } from '../bot/guildRoles.ts';
import type { Call } from '../http/context.ts';
import { CallError } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { webhookAddress } from '../webhooks/address.ts';
import { lockOwner } from '../webhooks/owner.ts';
import { explainHandlers } from './explain.ts';
import { findEditable, type FoundSubscription } from './find.ts';
import { previewHandlers } from './preview.ts';
import { mustFit } from './mustFit.ts';

/** Single subscriptions and their options. */
export const subscriptionsFeature = {
	handlers: {
		...explainHandlers,
		...previewHandlers,
		subscription: async (call) => {
			const row = await findEditable(call, call.knex, call.input);
			return { data: present(row, await rolesOf(call.knex, serverOf(row))) };
		},

		subscriptionEdit: async (call) => {
			const { id, options, version } = call.input;
			const found = await findEditable(call, call.knex, call.input);
			const guildId = found.channel?.guildId;
			await lockOwner(call.knex, guildId === undefined ? 'operators' : { guildId });
			const row = await findEditable(call, call.knex, call.input);
			if (version !== undefined && version !== row.version) {
				const message = `These options are at version ${row.version}, and you have edited version ${version}. Reload and try again.`;
				throw new CallError('conflict', message, { version: `must be ${row.version}` });
			}
			const roles = await rolesOf(call.knex, serverOf(row));
			const before = present(row, roles);
			mustFit(options, row.topic, before.options.kinds);
			const { columns, threadId } = storeOptions(options, row);
			if (threadId !== row.webhook.threadId) await moveToThread(call, row, threadId);
			await Subscription.query(call.knex)
				.findById(row.id)
				.patch({ ...columns, version: row.version + 1 });
			const after = present(await findEditable(call, call.knex, { id, guildId: call.input.guildId }), roles);
			call.audit({
				target: before.topic ? `${before.topic.toolsName} · ${before.topic.region}` : 'broadcast list',
				...(guildId !== undefined && { guildId }),
				before: auditRow(before),
				after: auditRow(after),
			});
			call.afterCommit(() => call.server.engine?.watchChanged());
			return { data: after };
		},
	},
} satisfies Feature;

/**
 * Replaces the webhook by the same webhook with another thread.
 * @throws CallError 409 when the list already has it
 */
async function moveToThread(call: Call<'subscriptionEdit'>, row: FoundSubscription, threadId: string | null) {
	const { vault } = call.server.db;
	const url = withThread(webhookUrl(vault, row.webhook.id, row.webhook.urlSealed), threadId);
	try {
		await resubscribe(call.knex, vault, row, webhookAddress(call.server, 'options.thread', url));
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		const message = 'This list already has this webhook with this thread.';
		throw new CallError('conflict', message, { 'options.thread': 'is already in this list for this webhook' });
	}
}

/** A subscription as the API shows it. */
/** The Discord server whose roles its messages can mention: that of its owner, or of the operators' webhook. */
function serverOf({ channel, webhook }: FoundSubscription): string | null {
	return channel?.guildId ?? webhook.guildId;
}

function present(
	{ id, label, topic, webhook, version, ...row }: FoundSubscription,
	roles: SubscriptionRow['roles'],
): SubscriptionRow {
	return {
		id: String(id),
		label,
		topic: topic && {
			brand: topic.brand,
			category: topic.category,
			region: topic.region,
			status: topic.status,
			toolsName: topic.toolsName,
		},
		target: maskWebhook(webhook.discordId, webhook.threadId),
		options: loadOptions(row, webhook),
		version,
		roles,
	};
}

/** With the version, so that restoring an earlier state can be rejected if the options have changed since. */
function auditRow({
	id,
	label,
	target,
	options,
	version,
}: SubscriptionRow): Record<string, string | number | SubscriptionOptions> {
	return { id, ...(label !== null && { label }), webhook: target, options, version };
}
