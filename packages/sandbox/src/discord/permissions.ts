/** The permission bits that the sandbox checks (Discord's documentation, "Permissions"). */
export const PERMISSIONS = {
	ADMINISTRATOR: 1n << 3n,
	MANAGE_GUILD: 1n << 5n,
	VIEW_CHANNEL: 1n << 10n,
	SEND_MESSAGES: 1n << 11n,
	MANAGE_WEBHOOKS: 1n << 29n,
	MANAGE_EVENTS: 1n << 33n,
	CREATE_PRIVATE_THREADS: 1n << 36n,
	SEND_MESSAGES_IN_THREADS: 1n << 38n,
	CREATE_EVENTS: 1n << 44n,
} as const;

/** The permissions of a guild's owner: all of them. */
export const ALL_PERMISSIONS = (1n << 53n) - 1n;

/** A channel's permission changes for one role or member. */
export interface Overwrite {
	allow: bigint;
	deny: bigint;
}

/** Whether all the bits are set. An administrator has every permission. */
export function has(permissions: bigint, bits: bigint): boolean {
	return (permissions & PERMISSIONS.ADMINISTRATOR) !== 0n || (permissions & bits) === bits;
}
