import { GuildManager, User } from '@dropwire/db';
import { lockAdmins, remove } from '../access/feature.ts';
import { giversOf, pauseWithoutManager } from '../guilds/pausing.ts';
import { isActing } from '../http/auth.ts';
import { forbidden } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import type { LiveHub } from '../live/hub.ts';
import { eraseStored } from './erase.ts';
import { countStored, exportStored } from './stored.ts';

/** The bot's token must not be able to end anyone's access. */
const ONLY_IN_BROWSER =
	'You have access to Dropwire, which deleting your data ends. Delete your data on the account page in a browser.';

/** What is stored about the caller: shows, exports and deletes it. */
export function accountFeature({ live }: { live: LiveHub }) {
	return {
		handlers: {
			account: async ({ caller: { discordId, account, access }, knex }) => {
				const row = await knex('accounts').where({ discordId }).first('signedInAt');
				const stored = await countStored(knex, discordId);
				return {
					data: {
						discordId,
						username: account?.username || null,
						signedInAt: row?.signedInAt || null,
						access: access && { ...access, roles: [...access.roles] },
						stored,
					},
				};
			},

			accountExport: (call) => {
				const { discordId } = call.caller;
				call.header('Content-Disposition', `attachment; filename="dropwire-${discordId}.json"`);
				return exportStored(call.knex, discordId);
			},

			accountDelete: async (call) => {
				const { knex } = call;
				const { discordId, access } = call.caller;
				if (access && isActing(call.caller)) throw forbidden(ONLY_IN_BROWSER);
				const admins = await lockAdmins(knex);
				const user = await User.query(knex).findById(discordId).withGraphFetched('[roles, account]');
				const managed = await GuildManager.query(knex).where({ discordId }).select('guildId');
				if (user) await remove(call, live, [user], admins);
				const deleted = await eraseStored(knex, discordId);
				// A paid grant goes on, but after its end no row says which servers the person managed.
				const guildIds = managed.map(({ guildId }) => guildId);
				const paused = await pauseWithoutManager(knex, guildIds, giversOf(call.server.settings), Date.now());
				for (const entry of paused) call.auditFollowUp(entry);
				call.audit({ target: 'personal data', after: { deleted } });
				call.afterCommit(() => live.drop(discordId));
				return { data: { deleted } };
			},
		},
	} satisfies Feature;
}
