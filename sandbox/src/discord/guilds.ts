import { SANDBOX_GUILDS, SANDBOX_USERS, type SandboxGuild } from '../seeds.ts';
import { ALL_PERMISSIONS, type Overwrite, PERMISSIONS } from './permissions.ts';

/** A guild as it stands. */
export interface GuildState {
	id: string;
	name: string;
	ownerId: string;
	/** Members besides the owner, by user id. */
	members: ReadonlyMap<string, bigint>;
	/** Whether the bot is in it, and what its role may do. */
	bot: { present: boolean; permissions: bigint; joinedAt: string };
	/** What channels change for the bot, by channel id. */
	overwrites: Map<string, Overwrite>;
	/** Roles that do nothing, as big guilds have many. */
	idleRoles: number;
}

/** What the invite link asks for. */
export const BOT_DEFAULT = PERMISSIONS.VIEW_CHANNEL | PERMISSIONS.MANAGE_WEBHOOKS;
const EVERYONE = PERMISSIONS.VIEW_CHANNEL | PERMISSIONS.SEND_MESSAGES;

/** The guilds of every start, the bot in each. */
export function seededGuilds(): GuildState[] {
	return (Object.values(SANDBOX_GUILDS) as SandboxGuild[]).map(({ id, name, owner, members }) => ({
		...newGuild(id, name, SANDBOX_USERS[owner].id),
		members: new Map(
			Object.entries(members).map(([who, bits]) => [SANDBOX_USERS[who as keyof typeof SANDBOX_USERS].id, bits]),
		),
	}));
}

export function newGuild(id: string, name: string, ownerId: string, idleRoles = 0): GuildState {
	return {
		id,
		name,
		ownerId,
		members: new Map(),
		bot: { present: true, permissions: BOT_DEFAULT, joinedAt: new Date().toISOString() },
		overwrites: new Map(),
		idleRoles,
	};
}

/** What a user may do in a guild; null for who is not in it. */
export function userPermissions(guild: GuildState, userId: string): bigint | null {
	return guild.ownerId === userId ? ALL_PERMISSIONS : (guild.members.get(userId) ?? null);
}

/** What the bot may do in a channel: what its role and everyone's gives, less and more by the channel. */
export function botPermissions(guild: GuildState, channelId: string): bigint {
	const { allow, deny } = guild.overwrites.get(channelId) ?? { allow: 0n, deny: 0n };
	return ((EVERYONE | guild.bot.permissions) & ~deny) | allow;
}

/** The id of the role that came with the bot. */
export function botRoleId(guild: GuildState): string {
	return `5${guild.id.slice(1)}`;
}

const ROLE = { color: 0, hoist: false, managed: false, mentionable: false, flags: 0 };
const COLORS = { primary_color: 0, secondary_color: null, tertiary_color: null };

/** The roles as the gateway tells them: everyone's, the bot's, and those that do nothing. */
export function rolePayloads(guild: GuildState) {
	const role = (id: string, name: string, permissions: bigint, position: number) => ({
		...ROLE,
		colors: COLORS,
		id,
		name,
		permissions: String(permissions),
		position,
	});
	return [
		role(guild.id, '@everyone', EVERYONE, 0),
		role(botRoleId(guild), 'Dropwire', guild.bot.permissions, 1),
		...Array.from({ length: guild.idleRoles }, (_, n) =>
			role(String(BigInt(guild.id) + BigInt(n) + 10n), `Role ${n}`, 0n, n + 2),
		),
	];
}
