import { ApiToken, DeviceSignin, type Knex, Session, User } from '@dropwire/db';
import { type Givers, pauseUnmanaged } from '../guilds/pausing.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import type { AuditEntry } from '../http/audit.ts';

/**
 * Ends a person's access by the access list; what they bought stays. It deletes their access list row, sessions and tokens (also one that
 * a confirmed sign-in of the command line has not fetched yet), and pauses the guilds that no one else
 * with access manages.
 * @returns further rows for the audit log, in addition to the removal itself
 */
export async function withdrawAccess(trx: Knex, discordId: string, givers: Givers): Promise<AuditEntry[]> {
	await Session.query(trx).where({ discordId }).delete();
	await ApiToken.query(trx).where({ discordId }).delete();
	await DeviceSignin.query(trx).where({ discordId }).delete();
	await User.query(trx).deleteById(discordId);
	await linkedRolesChanged(trx, [discordId]);
	return pauseUnmanaged(trx, discordId, givers);
}
