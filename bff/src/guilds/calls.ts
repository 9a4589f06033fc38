import { Guild } from '@dropwire/db';
import { callerOf, type Handlers } from '../http/call.ts';
import type { MemberGuild } from './rights.ts';

export const guildHandlers = {
	guildList: async (call) => {
		const caller = callerOf(call);
		const { managed } = call;
		// Operators may manage every server that uses us, their own first.
		const others = caller.access?.admin ? await Guild.query(call.knex).orderBy('name').limit(1000) : [];
		const known = new Set(managed.map((guild) => guild.id));
		const rest = others.filter((guild) => !known.has(guild.guildId)).map((guild) => ({ ...guild, id: guild.guildId }));
		return { data: { data: [...managed, ...rest].map(present) } };
	},
} satisfies Partial<Handlers>;

function present({ id, name, icon }: MemberGuild) {
	return {
		guildId: id,
		guildName: name,
		guildImg: icon ? `https://cdn.discordapp.com/icons/${id}/${icon}.png` : '',
	};
}
