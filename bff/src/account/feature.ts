import { User } from '@dropwire/db';
import { lockAdmins, remove } from '../access/feature.ts';
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
				// Needs the servers that the person manages, so it comes first.
				if (user) await remove(call, live, [user], admins);
				const deleted = await eraseStored(knex, discordId);
				call.audit({ target: 'personal data', after: { deleted } });
				call.afterCommit(() => live.drop(discordId));
				return { data: { deleted } };
			},
		},
	} satisfies Feature;
}
