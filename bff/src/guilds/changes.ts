import type { GuildChange } from '@dropwire/contract';
import { AuditRow, GuildChannel, type Knex } from '@dropwire/db';
import { readPage } from '../http/page.ts';
import { readActors } from './actors.ts';
import { type Change, changeText, type Names } from './changeText.ts';

const PAGE = 50;

/**
 * A page of a guild's changes, newest first. A client does not see which operator made a change.
 * @param cursor the id of the last change of the page before
 */
export async function readChanges(
	knex: Knex,
	{ guildId, cursor }: { guildId: string; cursor: string | undefined },
	reader: Parameters<typeof readActors>[2],
): Promise<{ data: GuildChange[]; nextCursor: string | null }> {
	const query = AuditRow.query(knex).where({ guildId }).orderBy('id', 'desc');
	if (cursor !== undefined) void query.where('id', '<', Number(cursor));
	const { rows, nextCursor } = await readPage(query, PAGE);
	const actors = [...new Set(rows.flatMap(({ actor }) => actor ?? []))];
	const actorOf = await readActors(knex, actors, reader);
	const changes = rows.map((row) => ({ ...row, before: valuesOf(row.before), after: valuesOf(row.after) }));
	const names = await namesOf(knex, guildId, changes);
	return {
		data: rows.map(({ id, at, actor, via, action }, index) => {
			// What the bot reports is written with the operator of its token.
			const isBot = actor === null || action.startsWith('bot');
			const { operator, name } = isBot ? { operator: false, name: null } : actorOf(actor);
			const by = isBot ? 'dropwire' : operator ? 'operator' : 'person';
			return {
				id: String(id),
				at,
				by,
				name,
				viaBot: via === 'bot' && !isBot,
				what: changeText(changes[index] as Change, names),
			};
		}),
		nextCursor,
	};
}

/** The names of the Discord channels and topics of a page, in two statements. */
async function namesOf(knex: Knex, guildId: string, changes: readonly Change[]): Promise<Names> {
	const states = changes.flatMap(({ before, after }) => [before, after]);
	const targets = (kind: RegExp) => changes.flatMap(({ target }) => kind.exec(target ?? '')?.[1] ?? []);
	const inStates = states.flatMap((state) => (typeof state?.['channelId'] === 'string' ? state['channelId'] : []));
	const channelIds = [...new Set([...inStates, ...targets(/^Discord channel (\d+)$/)])];
	const webhooks: { channelId: string; channelName: string }[] = await knex('webhooks')
		.where({ guildId })
		.whereIn('channelId', channelIds)
		.whereNotNull('channelName')
		.select('channelId', 'channelName');
	const channels = new Map(webhooks.map(({ channelId, channelName }) => [channelId, channelName]));
	const rows = await GuildChannel.query(knex)
		.where({ guildId })
		.whereIn('id', targets(/^channel (\d+)$/).map(Number))
		.withGraphFetched('topic');
	const topics = new Map(rows.map(({ id, topic }) => [String(id), topic && `${topic.toolsName} · ${topic.region}`]));
	return { channel: (id) => channels.get(id) ?? null, topic: (id) => topics.get(id) ?? null };
}

function valuesOf(json: string | null): Change['before'] {
	const value: unknown = json === null ? null : JSON.parse(json);
	return typeof value === 'object' ? (value as Change['before']) : null;
}
