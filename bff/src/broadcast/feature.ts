import { createHash } from 'node:crypto';
import { BROADCAST_LIST, type Knex, Place, Subscription, type Vault, type Webhook } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import {
	adoptHashes,
	hashOf,
	type NewWebhook,
	subscribeMany,
	tokenHashOf,
	unsubscribe,
	webhookUrl,
} from '@dropwire/engine';
import { maskWebhook } from '@dropwire/domain';
import { type Call } from '../http/context.ts';
import { CallError } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { webhookAddress } from '../webhooks/address.ts';
import { lockOwner, otherToken, savedTokens } from '../webhooks/owner.ts';
import { placesOf } from '../webhooks/places.ts';
import { presentState } from '../webhooks/present.ts';

/** The broadcast list. Clients read and write it as a whole. */
export const broadcastFeature = {
	handlers: {
		webhooks: async ({ knex, server }) => {
			const rows = await broadcastRows(knex);
			return rows.map(({ webhook }) => urlOf(server.db.vault, webhook));
		},

		broadcastList: async ({ knex, server }) => {
			const rows = await broadcastRows(knex);
			const webhooks = rows.map(({ webhook }) => webhook as Webhook);
			const places = await placesOf(knex, webhooks, null);
			return {
				data: webhooks.map((row) => ({
					id: String(row.id),
					webhook: urlOf(server.db.vault, row),
					...presentState(row, places),
				})),
				version: versionOf(rows),
			};
		},

		webhooksReplace: async (call) => {
			const { vault } = call.server.db;
			const wanted = new Map<string, NewWebhook & { field: string }>();
			for (const [index, url] of call.input.body.entries()) {
				const webhook = webhookAddress(call.server, String(index), url);
				const hash = hashOf(vault, webhook);
				if (wanted.has(hash)) {
					throw new CallError('conflict', `${maskWebhook(webhook.id, webhook.threadId)} is in the list twice.`, {
						[index]: 'is in the list twice',
					});
				}
				wanted.set(hash, { ...webhook, field: String(index) });
			}
			await lockOwner(call.knex, 'operators');
			await adoptHashes(call.knex, vault, [...wanted.values()]);
			const before = await broadcastRows(call.knex);
			const there = new Set(before.map((row) => row.webhook?.urlHash));
			const removed = before.filter((row) => !wanted.has(row.webhook?.urlHash ?? ''));
			const added = [...wanted].filter(([hash]) => !there.has(hash)).map(([, webhook]) => webhook);
			// A call that is repeated after a lost answer finds its own list.
			if (removed.length + added.length > 0) mustBeVersion(call.input.version, before);
			await mustHaveOneTokenEach(call, wanted, removed);
			await unsubscribe(
				call.knex,
				removed.map((row) => row.id),
			);
			await subscribeMany(
				call.knex,
				vault,
				added.map((webhook) => ({ place: Place.broadcast, webhook })),
			);
			if (removed.length + added.length > 0) {
				call.audit({
					target: 'broadcast list',
					before: { removed: removed.map((row) => maskRow(row)) },
					after: { added: added.map(({ id, threadId }) => maskWebhook(id, threadId)) },
				});
			}
			const rows = await broadcastRows(call.knex);
			return { data: rows.map(({ webhook }) => urlOf(vault, webhook)) };
		},
	},
} satisfies Feature;

/** Identifies the list as the caller reads it: the URL of a webhook never changes, and its id is not used again. */
function versionOf(rows: readonly Subscription[]): string {
	return createHash('sha256')
		.update(rows.map(({ webhookId }) => webhookId).join(' '))
		.digest('base64url');
}

/** @throws CallError 409 when the list is no longer the one that the caller has read */
function mustBeVersion(version: string | undefined, rows: readonly Subscription[]): void {
	if (version === undefined || version === versionOf(rows)) return;
	throw new CallError('conflict', 'Somebody has changed the list since it was read. Read it again.', {
		version: 'is not that of the current list',
	});
}

/** @throws CallError 409 when two operator rows would have the same webhook with different tokens */
async function mustHaveOneTokenEach(
	{ knex, server }: Call<'webhooksReplace'>,
	wanted: ReadonlyMap<string, NewWebhook & { field: string }>,
	removed: readonly Subscription[],
): Promise<void> {
	const { vault } = server.db;
	const hashes = new Map<string, { hash: string; field: string }>();
	for (const webhook of wanted.values()) {
		const { id, field } = webhook;
		const hash = tokenHashOf(vault, webhook);
		if ((hashes.get(id)?.hash ?? hash) !== hash) throw otherToken(field, { where: 'this list' });
		hashes.set(id, { hash, field });
	}
	const gone = new Set(removed.map(({ id }) => id));
	const replaced = new Set(removed.map(({ webhook }) => webhook?.discordId));
	for (const row of await savedTokens({ knex, vault }, 'operators', [...hashes.keys()])) {
		const { hash, field } = hashes.get(row.discordId) as { hash: string; field: string };
		// A webhook can get its new URL one list at a time, so rows that Discord has already rejected may keep the old
		// URL.
		const counts = !gone.has(row.id) && (row.active || !replaced.has(row.discordId));
		if (row.tokenHash !== hash && counts) throw otherToken(field, row);
	}
}

function urlOf(vault: Vault, webhook: Webhook | undefined): string {
	const { id, urlSealed } = webhook as Webhook;
	return webhookUrl(vault, id, urlSealed);
}

function maskRow({ webhook }: Subscription): string {
	return maskWebhook(webhook?.discordId ?? '', webhook?.threadId);
}

async function broadcastRows(knex: Knex): Promise<Subscription[]> {
	return Subscription.query(knex)
		.where({ list: BROADCAST_LIST })
		.withGraphJoined('webhook')
		.orderBy('subscriptions.id')
		.limit(LIMITS.list);
}
