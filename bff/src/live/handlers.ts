import type { Call, Handlers } from '../http/context.ts';

export const liveHandlers = {
	live: (call) =>
		call.server.live.subscribe({
			discordId: call.caller.discordId,
			guilds: guildsOf(call),
			allRows: call.input.deliveries === 'all',
			check: async () => {
				const now = await call.reauthorize();
				return now ? guildsOf(now) : 'over';
			},
			lastEventId: call.lastEventId,
		}),
} satisfies Partial<Handlers>;

/** The guilds whose deliveries the stream shows; null for all. */
function guildsOf({ caller, managed }: Pick<Call<'live'>, 'caller' | 'managed'>): readonly string[] | null {
	return caller?.access?.admin ? null : managed.map((guild) => guild.id);
}
