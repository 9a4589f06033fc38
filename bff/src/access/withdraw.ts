import { ApiToken, DeviceSignin, type Knex, Session, User } from '@dropwire/db';
import { pauseUnmanaged } from '../guilds/pausing.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import type { AuditEntry } from '../http/audit.ts';

/**
 * Ends a person's access. It deletes their access list row, sessions and tokens (also one that
 * a confirmed sign-in of the command line has not fetched yet), and pauses the guilds that no one else
 * with access manages.
 * @param admins admins from the settings, who keep their access without a row
 * @returns further rows for the audit log, in addition to the removal itself
 */
export async function withdrawAccess(trx: Knex, discordId: string, admins: readonly string[]): Promise<AuditEntry[]> {
	await Session.query(trx).where({ discordId }).delete();
	await ApiToken.query(trx).where({ discordId }).delete();
	await DeviceSignin.query(trx).where({ discordId }).delete();
	await User.query(trx).deleteById(discordId);
	await linkedRolesChanged(trx, [discordId]);
	return pauseUnmanaged(trx, discordId, admins);
}
