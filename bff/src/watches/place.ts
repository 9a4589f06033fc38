import { Guild, type Knex, Watch, WatchPlace } from '@dropwire/db';
import { lockPlace, queueConfirmation } from '@dropwire/engine';
import type { Discord } from '../discord/discord.ts';
import { isNoAnswer } from '../guilds/paidServers.ts';
import type { GuildRights } from '../guilds/rights.ts';
import { type Caller, isActing } from '../http/auth.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import type { Handlers } from '../http/context.ts';

/** The most servers that the answer names. */
const MAX_SERVERS = 200;
const NO_THREADS =
	'must be a server that you are in and that lets members get private threads: its managers choose a channel for them in the dashboard';

interface Services {
	discord: Discord;
	guilds: Pick<GuildRights, 'memberOf'>;
}

/** Where the notices of a person go. */
export function placeHandlers({ discord, guilds }: Services) {
	return {
		watchPlace: async ({ caller, knex }) => ({ data: await present(knex, caller, guilds) }),

		watchPlaceSet: async (call) => {
			const { caller, input, server } = call;
			const { guildId } = input;
			if (guildId !== null) await mustOffer(server.db.knex, discord, guildId, caller);
			await call.transaction(async (trx) => {
				await lockPlace(trx, caller.discordId);
				const before = await WatchPlace.query(trx).findById(caller.discordId).throwIfNotFound();
				const moved = before.guildId !== guildId;
				// Who chooses a place can be reached there: it is tried at once.
				await WatchPlace.query(trx)
					.findById(caller.discordId)
					.patch({ guildId, ...(moved && { threadId: null }), reason: null, unreachableUntil: 0, directUntil: 0 });
				// Direct messages that were never opened are opened now, not by the next event.
				const { discordId } = caller;
				if (await Watch.query(trx).findOne({ discordId }).select('id')) await queueConfirmation(trx, discordId);
				call.audit({ target: 'place of notices', before: { guildId: before.guildId }, after: { guildId } });
			});
			server.engine?.wake();
			return { data: await present(server.db.knex, caller, guilds) };
		},
	} satisfies Partial<Handlers>;
}

/** @throws CallError 400 unless the server offers private threads and the person is in it */
async function mustOffer(knex: Knex, { bot }: Discord, guildId: string, { discordId }: Caller): Promise<void> {
	if (!bot)
		throw new CallError('upstream_failed', 'The bot is not set up: its notices can be read as direct messages.');
	const channel = await knex('personal_channels').where({ guildId }).first('channelId');
	if (!channel || !(await bot.isMember(guildId, discordId))) throw invalidInput({ guildId: NO_THREADS });
}

async function present(knex: Knex, caller: Caller, guilds: Services['guilds']) {
	const place = await WatchPlace.query(knex).findById(caller.discordId);
	const guildId = place?.guildId ?? null;
	const channelId = (guildId === null ? place?.directId : place?.threadId) ?? null;
	const state: 'ok' | 'unreachable' | 'waiting' =
		place && place.unreachableUntil > 0 ? 'unreachable' : channelId === null ? 'waiting' : 'ok';
	const servers = await serversFor(knex, caller, guilds, guildId);
	return { guildId, channelId, state, reason: place?.reason ?? null, servers };
}

/**
 * The servers that offer private threads and that Discord lists for the person; none for a program, and for the bot.
 * @param chosen the server of their place, which is listed also while Discord does not answer
 */
async function serversFor(knex: Knex, caller: Caller, guilds: Services['guilds'], chosen: string | null) {
	if (isActing(caller)) return [];
	const own = await guilds.memberOf(caller).catch(async (error: unknown) => {
		if (!isNoAnswer(error)) throw error;
		const stored = await Guild.query(knex).where({ guildId: chosen }).select('guildId', 'name');
		return stored.map(({ guildId: id, name }) => ({ id, name }));
	});
	const rows: { guildId: string }[] = await knex('personal_channels')
		.whereIn(
			'guildId',
			own.map(({ id }) => id),
		)
		.orderBy('guildId')
		.limit(MAX_SERVERS)
		.select('guildId');
	const offering = new Set(rows.map(({ guildId }) => guildId));
	const stored = await Guild.query(knex)
		.whereIn('guildId', [...offering])
		.whereNotNull('botLeftAt')
		.select('guildId');
	for (const { guildId } of stored) offering.delete(guildId);
	return own.flatMap(({ id, name }) => (offering.has(id) ? [{ guildId: id, name }] : []));
}
