import { SANDBOX_GUILDS, SANDBOX_USERS, type SandboxGuild } from '../seeds.ts';
import { ALL_PERMISSIONS, type Overwrite, PERMISSIONS } from './permissions.ts';

/** The current state of a guild. */
export interface GuildState {
	id: string;
	name: string;
	/** The preferred language, one of Discord's locales. */
	locale: string;
	ownerId: string;
	/** Members other than the owner, by user id. */
	members: Map<string, bigint>;
	/** Whether the bot is a member, and the permissions of its role. */
	bot: { present: boolean; permissions: bigint; joinedAt: string };
	/** Channel overwrites for the bot, by channel id. */
	overwrites: Map<string, Overwrite>;
	/** Number of roles without any effect, since large guilds have many roles. */
	idleRoles: number;
}

/** The permissions that the invite link requests. */
const BOT_DEFAULT = PERMISSIONS.VIEW_CHANNEL | PERMISSIONS.MANAGE_WEBHOOKS;
const EVERYONE = PERMISSIONS.VIEW_CHANNEL | PERMISSIONS.SEND_MESSAGES;

/** The seeded guilds, each with the bot as a member. */
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
		locale: 'en-US',
		ownerId,
		members: new Map(),
		bot: { present: true, permissions: BOT_DEFAULT, joinedAt: new Date().toISOString() },
		overwrites: new Map(),
		idleRoles,
	};
}

/** A user's permissions in a guild; null for users who are not members. */
export function userPermissions(guild: GuildState, userId: string): bigint | null {
	return guild.ownerId === userId ? ALL_PERMISSIONS : (guild.members.get(userId) ?? null);
}

/** The bot's permissions in a channel: those of its role and of @everyone, changed by the channel's overwrites. */
export function botPermissions(guild: GuildState, channelId: string): bigint {
	const { allow, deny } = guild.overwrites.get(channelId) ?? { allow: 0n, deny: 0n };
	return ((EVERYONE | guild.bot.permissions) & ~deny) | allow;
}

/** The id of the role that Discord created for the bot. */
export function botRoleId(guild: GuildState): string {
	return `5${guild.id.slice(1)}`;
}

const ROLE = { color: 0, hoist: false, managed: false, mentionable: false, flags: 0 };
const COLORS = { primary_color: 0, secondary_color: null, tertiary_color: null };

/** The role of the members who can manage the guild. */
export function managersRoleId(guild: GuildState): string {
	return `7${guild.id.slice(1)}`;
}

export function hasManagersRole(permissions: bigint): boolean {
	return (permissions & PERMISSIONS.MANAGE_GUILD) !== 0n;
}

/** The roles as the gateway sends them: @everyone, the bot's and the managers' role, and the roles without any effect. */
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
		...(guild.members.values().some(hasManagersRole)
			? [role(managersRoleId(guild), 'Managers', PERMISSIONS.MANAGE_GUILD, 1)]
			: []),
		...Array.from({ length: guild.idleRoles }, (_, n) =>
			role(String(BigInt(guild.id) + BigInt(n) + 10n), `Role ${n}`, 0n, n + 2),
		),
	];
}
