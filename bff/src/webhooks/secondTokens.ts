import type { Knex, TopicRow, Vault } from '@dropwire/db';
import { type Plan, refusedRow } from '../rows/planRows.ts';
import { otherTokenIn, otherTokenMessage, savedTokens } from './owner.ts';
import type { RowWebhook } from './rowWebhook.ts';

/**
 * Rejects rows that would leave the operators with one webhook under two tokens. The check uses the result of the whole
 * plan, because one request can set a webhook's new token in all its rows.
 */
export async function refuseSecondTokens(
	{ knex, vault }: { knex: Knex; vault: Vault },
	{ rows, final, puts }: Plan<RowWebhook>,
	topics: ReadonlyMap<string, TopicRow>,
): Promise<void> {
	const ids = new Set(puts.map(({ value }) => value.discordId));
	const tokens = new Map([...ids].map((id) => [id, [] as { hash: string; off: boolean; where: string }[]]));
	for (const [key, group] of final) {
		const { toolsName = '', region = '' } = topics.get(key) ?? {};
		for (const [label, { discordId, tokenHash: hash, off }] of group)
			tokens.get(discordId)?.push({ hash, off, where: `${toolsName} (${region}), "${label}"` });
	}
	const planned = new Set([...topics.values()].map(({ id }) => id));
	for (const { discordId, tokenHash, active, where, topicId } of await savedTokens({ knex, vault }, 'operators', [
		...ids,
	])) {
		if (topicId === null || !planned.has(topicId))
			tokens.get(discordId)?.push({ hash: tokenHash, off: !active, where });
	}
	for (const { index, value, added } of puts) {
		// A changed row can leave others that Discord has already rejected.
		const other = tokens.get(value.discordId)?.find(({ hash, off }) => hash !== value.tokenHash && (added || !off));
		if (!other || rows[index]?.outcome === 'refused') continue;
		rows[index] = refusedRow('conflict', 'value', otherTokenIn(other.where), otherTokenMessage(other.where));
	}
}
