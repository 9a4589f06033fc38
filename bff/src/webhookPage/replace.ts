import type { Contract, HandlerOutput } from '@dropwire/contract';
import { Guild, type Knex, openDeliveries, Subscription, type Vault, Webhook } from '@dropwire/db';
import { maskWebhook, readWebhookUrl, type WebhookAddress, withThread } from '@dropwire/domain';
import { adoptHashes, hashOf, type NewWebhook, resubscribe, tokenHashOf } from '@dropwire/engine';
import type { Call } from '../http/context.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import { notAWebhook, webhookAddress } from '../webhooks/address.ts';
import { lockOwner, mustBeOneToken, savedTokenHash } from '../webhooks/owner.ts';
import { presentRow, whereOf } from './details.ts';

/** Places that an error names. */
const MAX_NAMED = 5;

type ReplaceCall = Call<'webhookReplace'>;

/** A row of a list, and the webhook that it gets. */
interface Move {
	row: Subscription;
	webhook: NewWebhook;
	hash: string;
}

/**
 * Replaces a webhook on every list that it is on, in one transaction. Without a thread in the old URL, the rows of all its
 * threads are replaced, and keep their threads unless the new URL has one.
 * @throws CallError 400; 404 for a webhook on no list; 409 when a list already has the new one
 */
export async function replaceWebhook(call: ReplaceCall): Promise<HandlerOutput<Contract['webhookReplace']>> {
	const { input, knex, server } = call;
	const { vault } = server.db;
	// What is saved can be of another Discord than the configured one.
	const from = readWebhookUrl(input.from);
	if (!from) throw invalidInput({ from: notAWebhook(input.from) });
	const to = webhookAddress(server, 'to', input.to);
	if (hashOf(vault, from) === hashOf(vault, to)) throw invalidInput({ to: 'must differ from the webhook to replace' });
	await adoptHashes(knex, vault, [from, to]);
	await lockOwner(knex, 'operators');
	for (const guildId of guildsOf(await rowsOf(knex, vault, from))) await lockOwner(knex, { guildId });
	const rows = await rowsOf(knex, vault, from);
	if (rows.length === 0) throw await notListed(knex, from);
	const moves = rows.map((row): Move => {
		const url = to.threadId === undefined ? withThread(to.url, row.webhook?.threadId ?? null) : to.url;
		const webhook = webhookAddress(server, 'to', url);
		return { row, webhook, hash: hashOf(vault, webhook) };
	});
	const guilds = new Map((await Guild.query(knex).findByIds(guildsOf(rows))).map((one) => [one.guildId, one]));
	await mustBeNew(knex, to, moves, guilds);
	await mustHaveOneToken(call, to, rows);
	const old = [...new Map(rows.map(({ webhook }) => [webhook?.id ?? 0, webhook])).values()];
	const waiting = await countWaiting(knex, old);
	const applied = !input.dryRun;
	if (applied) {
		for (const move of moves) await apply(call, move);
		call.afterCommit(() => server.engine?.watchChanged());
	}
	const saved = applied
		? await Webhook.query(knex)
				.findOne({ urlHash: moves[0]?.hash ?? '' })
				.select('id')
		: undefined;
	return {
		data: {
			applied,
			id: saved ? String(saved.id) : null,
			rows: rows.map((row) => presentRow(row, guilds)),
			waiting,
			deletes: old.some((webhook) => webhook?.byBot) && from.id !== to.id,
		},
	};
}

/** The rows of a webhook, oldest first; without a thread those of all its threads. */
async function rowsOf(knex: Knex, vault: Vault, from: WebhookAddress): Promise<Subscription[]> {
	const same = (await Webhook.query(knex).where({ discordId: from.id })).filter((webhook) =>
		from.threadId === undefined
			? savedTokenHash(vault, webhook.id, webhook) === tokenHashOf(vault, from)
			: webhook.urlHash === hashOf(vault, from),
	);
	return Subscription.query(knex)
		.whereIn(
			'webhookId',
			same.map(({ id }) => id),
		)
		.withGraphFetched('[topic, channel, webhook]')
		.orderBy('subscriptions.id');
}

/** In one order, so that two calls never lock them crosswise. */
function guildsOf(rows: readonly Subscription[]): string[] {
	return [...new Set(rows.flatMap(({ channel }) => channel?.guildId ?? []))].toSorted();
}

async function notListed(knex: Knex, { id, threadId }: WebhookAddress): Promise<CallError> {
	const other = await Webhook.query(knex).where({ discordId: id }).select('id').first();
	const problem = other ? 'is saved with another token or thread' : 'is on no list';
	return new CallError('not_found', `${maskWebhook(id, threadId)} ${problem}, so there is nothing to replace.`, {
		from: problem,
	});
}

/** @throws CallError 409 naming the lists that have the new webhook, or would have it twice */
async function mustBeNew(
	knex: Knex,
	to: NewWebhook,
	moves: readonly Move[],
	guilds: ReadonlyMap<string, Guild>,
): Promise<void> {
	const hashes = [...new Set(moves.map(({ hash }) => hash))];
	const present = await Subscription.query(knex)
		.whereIn('webhookId', Webhook.query(knex).whereIn('urlHash', hashes).select('id'))
		.withGraphFetched('[topic, channel, webhook]');
	const keyOf = (list: string, hash: string) => `${list} ${hash}`;
	const seen = new Map(present.map((row) => [keyOf(row.list, row.webhook?.urlHash ?? ''), row]));
	const twice: Subscription[] = [];
	for (const { row, hash } of moves) {
		const other = seen.get(keyOf(row.list, hash));
		if (other) twice.push(other);
		else seen.set(keyOf(row.list, hash), row);
	}
	if (twice.length === 0) return;
	const names = twice.map((row) => nameOf(row, guilds));
	const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : '';
	const problem = `is already in ${names.slice(0, MAX_NAMED).join(', ')}${more}`;
	const message = `${maskWebhook(to.id, to.threadId)} ${problem}. Remove it there, or remove the old webhook there.`;
	throw new CallError('conflict', message, { to: problem });
}

/** A row's place for people: `Nike Shoes Active · US ("lounge")`, and with its server for those of a server. */
function nameOf(row: Subscription, guilds: ReadonlyMap<string, Guild>): string {
	const { guild, label } = presentRow(row, guilds);
	if (guild) return `${whereOf(row)} (${guild.name})`;
	return label === null ? whereOf(row) : `${whereOf(row)} (${JSON.stringify(label)})`;
}

/** @throws CallError 409 when an owner has another row of the new webhook with another token */
async function mustHaveOneToken({ knex, server }: ReplaceCall, webhook: NewWebhook, rows: readonly Subscription[]) {
	const { vault } = server.db;
	const replaces = rows.map(({ id }) => id);
	const owners = guildsOf(rows).map((guildId) => ({ guildId }));
	for (const owner of rows.some(({ channel }) => !channel) ? (['operators', ...owners] as const) : owners) {
		await mustBeOneToken(knex, vault, { owner, field: 'to', webhook, replaces });
	}
}

async function countWaiting(knex: Knex, webhooks: readonly (Webhook | undefined)[]): Promise<number> {
	const ids = webhooks.map((webhook) => webhook?.id ?? 0);
	const [row] = await openDeliveries(knex).whereIn('webhookId', ids).count({ count: '*' });
	return Number(row?.['count'] ?? 0);
}

async function apply(call: ReplaceCall, { row, webhook }: Move): Promise<void> {
	const guildId = row.channel?.guildId;
	const state = { id: String(row.id), ...(row.label !== null && { label: row.label }) };
	await resubscribe(call.knex, call.server.db.vault, row, webhook);
	call.audit({
		target: whereOf(row),
		...(guildId !== undefined && { guildId }),
		before: { ...state, webhook: maskWebhook(row.webhook?.discordId ?? '', row.webhook?.threadId) },
		after: { ...state, webhook: maskWebhook(webhook.id, webhook.threadId) },
	});
}
