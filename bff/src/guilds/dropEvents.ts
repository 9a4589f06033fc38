import type { DropEvents } from '@dropwire/contract';
import { type Knex, ScheduledEventGuild, type StoredRow } from '@dropwire/db';
import { chunks, EVENT_PERMISSIONS_ADVICE, RELEASES } from '@dropwire/domain';
import type { Discord } from '../discord/discord.ts';
import type { Handlers } from '../http/context.ts';
import { CallError, invalidInput } from '../http/errors.ts';

/** Guilds per statement. */
const CHUNK = 500;

/** Discord's scheduled events of a server, which the engine keeps in step with releases. */
export function dropEventsHandlers({ discord }: { discord: Discord }) {
	return {
		dropEventsSet: async (call) => {
			const { guildId, on, region } = call.input;
			if (on) await mustAllowEvents(discord, guildId);
			await call.transaction(async (trx) => {
				if (on && region === null) await mustHaveTopic(trx, guildId);
				const before = await ScheduledEventGuild.query(trx).findById(guildId).forUpdate();
				if (on) {
					const row = { guildId, active: true, region, reason: null, syncAt: 0 };
					await ScheduledEventGuild.query(trx).insert(row).onConflict('guildId').merge();
				} else await ScheduledEventGuild.query(trx).findById(guildId).patch({ active: false, reason: null, syncAt: 0 });
				const [was, is] = [audited(before), on ? (region ?? BY_TOPICS) : false];
				if (was === is) return;
				call.audit({ target: `guild ${guildId}`, guildId, before: { dropEvents: was }, after: { dropEvents: is } });
			});
			call.afterCommit(() => call.server.engine?.wake());
			return { data: await readDropEvents(call.knex, guildId) };
		},
	} satisfies Partial<Handlers>;
}

/** In the audit log: the region, or that topics name it; false for off. */
const BY_TOPICS = 'release topics';
function audited(row: ScheduledEventGuild | undefined): string | false {
	return row?.active ? (row.region ?? BY_TOPICS) : false;
}

/** The setting of a server, and the number of its events. */
export async function readDropEvents(knex: Knex, guildId: string): Promise<DropEvents> {
	const row = await ScheduledEventGuild.query(knex).findById(guildId);
	const [{ count = 0 } = {}]: { count?: number }[] = await knex('scheduled_events')
		.where({ guildId })
		.whereNotNull('eventId')
		.count({ count: '*' });
	return { on: row?.active ?? false, region: row?.region ?? null, events: count, reason: row?.reason ?? null };
}

/** Forgets the events of servers that removed the bot: Discord lets it neither read nor delete them. */
export async function forgetDropEvents(knex: Knex, guildIds: readonly StoredRow<'guilds'>['guildId'][]): Promise<void> {
	for (const some of chunks(guildIds, CHUNK)) {
		await knex('scheduled_event_guilds').whereIn('guildId', some).delete();
		await knex('scheduled_events').whereIn('guildId', some).delete();
	}
}

/** @throws CallError 400 that names the permission which the bot lacks; 502 */
async function mustAllowEvents({ bot }: Discord, guildId: string): Promise<void> {
	if (!bot) throw new CallError('upstream_failed', "The bot's token is not set, so it cannot make events.");
	const { present, missingForEvents } = await bot.view(guildId);
	if (!present) throw invalidInput({ guildId: 'must be a server that the bot is in: add the bot first' });
	if (missingForEvents.length > 0) throw refused('on', EVENT_PERMISSIONS_ADVICE);
}

/** @throws CallError 400 */
async function mustHaveTopic(knex: Knex, guildId: string): Promise<void> {
	const topics = knex('topics').where({ category: RELEASES }).select('id');
	if (await knex('guild_channels').where({ guildId }).whereIn('topicId', topics).first('id')) return;
	throw refused('region', 'This server has no release topic, such as Nike Releases: choose a region.');
}

function refused(field: string, text: string): CallError {
	return new CallError('invalid_input', text, { [field]: text });
}
