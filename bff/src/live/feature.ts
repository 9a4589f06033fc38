import type { Call } from '../http/context.ts';
import type { Feature } from '../http/feature.ts';
import type { LiveHub } from './hub.ts';

export function liveFeature({ live }: { live: LiveHub }) {
	return {
		handlers: {
			live: (call) =>
				live.subscribe({
					discordId: call.caller.discordId,
					guilds: guildsOf(call),
					allRows: call.input.deliveries === 'all',
					check: async () => {
						const now = await call.reauthorize();
						return now ? guildsOf(now) : 'over';
					},
					lastEventId: call.lastEventId,
				}),
		},
		drain: () => void live.close(),
		close: () => live.close(),
	} satisfies Feature;
}

/** The guilds whose deliveries the stream shows; null for all. */
function guildsOf({ caller, managed }: Pick<Call<'live'>, 'caller' | 'managed'>): readonly string[] | null {
	return caller?.access?.admin ? null : managed.map((guild) => guild.id);
}
