/** The users, guilds and channels that the sandbox has at every start. Their ids never change. */

export const SANDBOX_APP = {
	clientId: '900000000000000001',
	clientSecret: 'sandbox-client-secret',
	botToken: 'sandbox-bot-token',
	/** With it, the sandbox's webhook events are checked. */
	publicKey: 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c',
} as const;

/** What the application's store sells. */
export const SANDBOX_SKUS = [
	{ id: '800000000000000001', name: 'Pro', kind: 'subscription', owner: 'user' },
	{ id: '800000000000000002', name: 'Pro for a server', kind: 'subscription', owner: 'guild' },
	{ id: '800000000000000003', name: 'Client for ever', kind: 'durable', owner: 'user' },
] as const;

/** Discord's permission bits (its documentation, "Permissions"). */
const MANAGE_GUILD = 1n << 5n;
const SEND_MESSAGES = 1n << 11n;

export interface SandboxUser {
	id: string;
	username: string;
	globalName: string | null;
	/** `0` for users without a discriminator. */
	discriminator: string;
	/** Their role in the sandbox, shown on the consent page. */
	about: string;
}

export const SANDBOX_USERS = {
	ada: { id: '100000000000000001', username: 'ada', globalName: 'Ada', discriminator: '0', about: 'operator (admin)' },
	cleo: {
		id: '100000000000000002',
		username: 'cleo',
		globalName: 'Cleo',
		discriminator: '0',
		about: 'client; owns Sole Searchers, manages Restock Radar',
	},
	mia: {
		id: '100000000000000003',
		username: 'mia',
		globalName: null,
		discriminator: '0042',
		about: 'not on the access list',
	},
	dan: { id: '100000000000000004', username: 'dan', globalName: 'Dan', discriminator: '0', about: 'manages no server' },
	eve: {
		id: '100000000000000005',
		username: 'eve',
		globalName: 'Eve',
		discriminator: '0',
		about: 'an editor, once added',
	},
	pia: {
		id: '100000000000000006',
		username: 'pia',
		globalName: 'Pia',
		discriminator: '0',
		about: 'premium, once added',
	},
} as const satisfies Record<string, SandboxUser>;
export type SandboxUserName = keyof typeof SANDBOX_USERS;

/** The channel of a group of people in which the bot is not. */
export const SANDBOX_GROUP = '300000000000000900';

export interface SandboxGuild {
	id: string;
	name: string;
	owner: SandboxUserName;
	/** Members other than the owner, with their permissions. */
	members: Partial<Record<SandboxUserName, bigint>>;
	channels: readonly string[];
}

export const SANDBOX_GUILDS = {
	soleSearchers: {
		id: '200000000000000001',
		name: 'Sole Searchers',
		owner: 'cleo',
		members: { mia: SEND_MESSAGES },
		channels: ['nike-us-active', 'nike-us-hold', 'nike-jp', 'general'],
	},
	restockRadar: {
		id: '200000000000000002',
		name: 'Restock Radar',
		owner: 'ada',
		members: { cleo: MANAGE_GUILD | SEND_MESSAGES },
		channels: ['drops', 'discounts', 'gb-and-eu', 'chat'],
	},
	dropwireHq: {
		id: '200000000000000003',
		name: 'Dropwire HQ',
		owner: 'ada',
		members: {},
		channels: ['everything', 'nike-shoes-us', 'alerts', 'lounge'],
	},
} as const satisfies Record<string, SandboxGuild>;

export interface SeededChannel {
	id: string;
	guildId: string;
	name: string;
	webhook: { id: string; token: string };
}

/** Every seeded channel with its webhook. */
export const SANDBOX_CHANNELS: readonly SeededChannel[] = Object.values(SANDBOX_GUILDS).flatMap((guild, g) =>
	guild.channels.map((name, c) => ({
		id: `3000000000000000${g + 1}${c + 1}`,
		guildId: guild.id,
		name,
		webhook: { id: `4000000000000000${g + 1}${c + 1}`, token: `sandbox-${guild.id.slice(-1)}-${name}` },
	})),
);
