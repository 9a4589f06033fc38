import type { Coverage } from '@dropwire/contract';
import { type Knex, Worker } from '@dropwire/db';
import { aliveBetween, countSubscriptions, readSources } from '@dropwire/engine';
import { monitorRows } from '../events/monitors.ts';
import type { Feature } from '../http/feature.ts';
import { countEntries, isBroadcasting } from './counts.ts';
import { coverageRows, LISTS_BY_LINK } from './rows.ts';

/** What feeds each topic. The number of statements does not depend on the number of topics, webhooks or products. */
export const coverageFeature = {
	handlers: {
		coverage: async ({ knex }) => {
			const broadcast = await isBroadcasting(knex);
			return { data: await readCoverage(knex, { broadcast }) };
		},

		guildCoverage: async ({ input: { guildId }, knex }) => {
			// The broadcast list is the operators' own.
			const { rows, ...data } = await readCoverage(knex, { guildId, broadcast: false });
			const subscribed = rows.filter(({ subscriptions }) => subscriptions.active + subscriptions.off > 0);
			return { data: { ...data, rows: subscribed } };
		},
	},
} satisfies Feature;

async function readCoverage(
	knex: Knex,
	{ guildId, broadcast }: { guildId?: string; broadcast: boolean },
): Promise<Coverage> {
	const now = Date.now();
	const [engines, sources, monitors, subscriptions, entries] = await Promise.all([
		Worker.query(knex).whereBetween('heartbeatAt', aliveBetween({ knex })).resultSize(),
		readSources(knex),
		monitorRows(knex, now),
		countSubscriptions(knex, { guildId }),
		countEntries(knex, LISTS_BY_LINK),
	]);
	const ofGuild = guildId !== undefined;
	const rows = coverageRows({ sources, monitors, subscriptions, entries, broadcast, ofGuild, engines, now });
	return { engines, broadcast, rows };
}
