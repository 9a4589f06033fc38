import { type Database, databaseClock, type Knex, type Vault } from '@dropwire/db';
import { writeAudit } from '../http/audit.ts';

/** A person's tokens at Discord with the scope `role_connections.write`. */
export interface RoleTokens {
	access: string;
	refresh: string;
	/** When the access token ends, epoch ms. */
	expiresAt: number;
}

/** The associated data of a connection's seal: moved to another row, the tokens do not open. */
export const connectionSealedFor = (discordId: string) => `linked roles of ${discordId}`;

export function sealTokens(vault: Vault, discordId: string, tokens: RoleTokens): string {
	return vault.seal(JSON.stringify(tokens), connectionSealedFor(discordId));
}

export function openTokens(vault: Vault, discordId: string, sealed: string): RoleTokens {
	return JSON.parse(vault.open(sealed, connectionSealedFor(discordId))) as RoleTokens;
}

/** Stores a person's connection in place of an earlier one. Discord gets what they have within about a second. */
export async function connectRoles(
	db: Pick<Database, 'vault' | 'transaction'>,
	{ discordId, tokens, requestId }: { discordId: string; tokens: RoleTokens; requestId: string },
): Promise<void> {
	const row = {
		discordId,
		sealed: sealTokens(db.vault, discordId, tokens),
		connectedAt: Date.now(),
		// What a process does with the earlier tokens is not recorded any more.
		claimedUntil: 0,
		failures: 0,
		leaving: false,
		pushed: null,
		pushedAt: null,
		endedAt: null,
		reason: null,
	};
	await db.transaction(async (trx) => {
		const due = { ...row, dueAt: databaseClock({ knex: trx }) };
		await trx('linked_roles').insert(due).onConflict('discordId').merge();
		const entry = { action: 'linkedRolesConnect', target: `user ${discordId}`, actor: discordId };
		await writeAudit(trx, { caller: null, requestId }, [entry]);
	});
}

/**
 * Has what Discord knows of these people compared with what they have. Call it in the transaction that changes their access
 * or the number of their watches; most people have not connected, and for them it changes nothing.
 * @param options with `again`, what Discord knows is sent even if it seems to be right
 */
export async function linkedRolesChanged(
	trx: Knex,
	discordIds: readonly string[],
	{ again = false } = {},
): Promise<void> {
	if (discordIds.length === 0) return;
	await trx('linked_roles')
		.whereIn('discordId', [...discordIds])
		.whereNotNull('sealed')
		.update({ dueAt: databaseClock({ knex: trx }), failures: 0, ...(again && { pushed: null }) });
}

/**
 * Disconnects a person. The row goes when Discord has forgotten them; one that Discord has ended goes at once.
 * @returns false if they had not connected
 */
export async function disconnectRoles(trx: Knex, discordId: string): Promise<boolean> {
	const rows = () => trx('linked_roles').where({ discordId });
	if ((await rows().whereNull('sealed').delete()) > 0) return true;
	return (
		(await rows()
			.where({ leaving: 0 })
			.update({ leaving: true, dueAt: databaseClock({ knex: trx }), failures: 0 })) > 0
	);
}
