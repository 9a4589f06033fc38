import { channelList, type Knex, type Vault, type Webhook } from '@dropwire/db';
import { chunks, ANNOUNCEMENT_TOPIC, LIMITS, readWebhookUrl } from '@dropwire/domain';
import { type NewWebhook, tokenHashOf, webhookUrl } from '@dropwire/engine';
import { CallError, invalidInput } from '../http/errors.ts';
import { mustNotBeDeleted } from './mustNotBeDeleted.ts';

/** Ids per statement. */
const CHUNK = 1000;

/** The owner of a list of webhooks: a Discord server or the operators. */
export type Owner = { guildId: string } | 'operators';

/**
 * Lets only one write at a time change an owner's webhooks, until the transaction ends: two concurrent writes could
 * each find a list one short of its limit. The operators have no row to lock, so the lock uses the topic of
 * announcements, the only topic to which no product event refers.
 */
export async function lockOwner(trx: Knex, owner: Owner): Promise<void> {
	const row = owner === 'operators' ? trx('topics').where(ANNOUNCEMENT_TOPIC) : trx('guilds').where(owner);
	await row.forUpdate().select('*');
}

/** @throws CallError 400 when the topic or the server has reached its limit of webhooks */
export async function mustHaveRoom(
	trx: Knex,
	field: string,
	{ guildId, id: guildChannelId }: { guildId: string; id: number },
): Promise<void> {
	const [inChannel] = await trx('subscriptions')
		.where({ list: channelList(guildChannelId) })
		.count({ rows: '*' });
	if (Number(inChannel?.['rows']) >= LIMITS.webhooksPerChannel) {
		throw invalidInput({
			[field]: `cannot be added: a topic can have ${LIMITS.webhooksPerChannel} webhooks of a server. Delete one first`,
		});
	}
	const [inGuild] = await subscriptionsOf(trx, { guildId }).count({ rows: '*' });
	if (Number(inGuild?.['rows']) >= LIMITS.webhooksPerGuild) {
		throw invalidInput({
			[field]: `cannot be added: a server can have ${LIMITS.webhooksPerGuild} webhooks. Delete one first`,
		});
	}
}

/**
 * A webhook has one token, so if two are saved, one is wrong.
 * @param replaces rows that will get this webhook instead of their current one. Editing a row can also leave rows that
 *   Discord has already rejected: a webhook on several lists gets its new URL row by row
 * @throws CallError 409 when the owner has another row of this webhook with another token, or Dropwire is deleting it
 */
export async function mustBeOneToken(
	trx: Knex,
	vault: Vault,
	{
		owner,
		field,
		webhook,
		replaces = [],
	}: { owner: Owner; field: string; webhook: NewWebhook; replaces?: readonly number[] },
): Promise<void> {
	await mustNotBeDeleted(trx, field, webhook.id);
	const rows = await savedTokens({ knex: trx, vault }, owner, [webhook.id]);
	const hash = tokenHashOf(vault, webhook);
	const other = rows.find(
		(row) => row.tokenHash !== hash && !replaces.includes(row.id) && (row.active || replaces.length === 0),
	);
	if (other) throw otherToken(field, other);
}

/** An owner's row, with the data that identifies its token. */
export interface SavedToken {
	/** The subscription's id. */
	id: number;
	discordId: string;
	/** The same for all threads of a webhook. */
	tokenHash: string;
	/** Null in the broadcast list. */
	topicId: number | null;
	active: boolean;
	/** The row's location, for people. */
	where: string;
}

/** An owner's rows of these webhooks, by webhook id at Discord. */
export async function savedTokens(
	{ knex, vault }: { knex: Knex; vault: Vault },
	owner: Owner,
	discordIds: readonly string[],
): Promise<readonly SavedToken[]> {
	const found: SavedToken[] = [];
	for (const some of chunks(discordIds, CHUNK)) {
		const rows = await subscriptionsOf(knex, owner)
			.join('webhooks as w', 'w.id', 's.webhookId')
			.leftJoin('topics as t', 't.id', 's.topicId')
			.whereIn('w.discordId', some)
			.orderBy('s.id')
			.select<Row[]>(
				's.id',
				'w.discordId',
				's.webhookId',
				'w.urlHash',
				'w.urlSealed',
				'w.threadId',
				'w.active',
				's.topicId',
				's.label',
				't.toolsName',
				't.region',
			);
		for (const { label, toolsName, region, active, webhookId, urlHash, urlSealed, threadId, ...row } of rows) {
			const list = toolsName === null ? 'the broadcast list' : `${toolsName} (${region})`;
			const tokenHash = savedTokenHash(vault, webhookId, { urlHash, urlSealed, threadId });
			found.push({ ...row, tokenHash, active: Boolean(active), where: label === null ? list : `${list}, "${label}"` });
		}
	}
	return found;
}

/** The hash of a saved webhook's token. Only the hash of a row with a thread differs from it. */
export function savedTokenHash(
	vault: Vault,
	webhookId: number,
	row: Pick<Webhook, 'urlHash' | 'urlSealed' | 'threadId'>,
): string {
	if (row.threadId === null) return row.urlHash;
	try {
		const address = readWebhookUrl(webhookUrl(vault, webhookId, row.urlSealed));
		return address ? tokenHashOf(vault, address) : row.urlHash;
	} catch {
		// Sealed with another SECRET_KEY: its token cannot be compared.
		return row.urlHash;
	}
}

type Row = Pick<SavedToken, 'id' | 'discordId' | 'topicId'> &
	Pick<Webhook, 'urlHash' | 'urlSealed' | 'threadId'> & {
		webhookId: number;
		active: number | boolean;
		label: string | null;
		toolsName: string | null;
		region: string | null;
	};

/** The error for a second token: it names the row that has the other token, and what to do. */
export function otherToken(field: string, { where }: Pick<SavedToken, 'where'>): CallError {
	return new CallError('conflict', otherTokenMessage(where), { [field]: otherTokenIn(where) });
}

export const otherTokenMessage = (where: string) =>
	`This webhook is already saved with another token, in ${where}. Delete or edit that row.`;
export const otherTokenIn = (where: string) => `is already saved with another token, in ${where}`;

/** All subscriptions on an owner's lists, as `s`. */
function subscriptionsOf(knex: Knex, owner: Owner): Knex.QueryBuilder<object, Record<string, unknown>[]> {
	const all = knex('subscriptions as s');
	if (owner === 'operators') return all.whereNull('s.guildChannelId');
	return all.join('guild_channels as c', 'c.id', 's.guildChannelId').where('c.guildId', owner.guildId);
}
