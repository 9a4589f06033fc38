/** Discord's permission bits (its documentation, "Permissions"), as far as the sandbox asks for them. */
export const PERMISSIONS = {
	ADMINISTRATOR: 1n << 3n,
	MANAGE_GUILD: 1n << 5n,
	VIEW_CHANNEL: 1n << 10n,
	SEND_MESSAGES: 1n << 11n,
	MANAGE_WEBHOOKS: 1n << 29n,
} as const;

/** What an owner has: all there is. */
export const ALL_PERMISSIONS = (1n << 53n) - 1n;

/** What a channel changes for one role or member. */
export interface Overwrite {
	allow: bigint;
	deny: bigint;
}

/** Whether all the bits are there; an administrator has every one. */
export function has(permissions: bigint, bits: bigint): boolean {
	return (permissions & PERMISSIONS.ADMINISTRATOR) !== 0n || (permissions & bits) === bits;
}
