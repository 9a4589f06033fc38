import type { Knex } from '@dropwire/db';
import { listsOf, type Round, roundMs, sourceNameOf } from '@dropwire/domain';
import { polledRegions } from '@dropwire/engine';
import { SOURCES } from '@dropwire/retailers';
import type { ServerSettings } from '../settings.ts';
import { loadByHost, loadByRegion } from './loads.ts';
import type { EntryPlan } from './planEntries.ts';

/** How long a round over each source that reads the plan's lists takes, before and after the plan. */
export async function roundsOf(
	{ knex, server: { settings } }: { knex: Knex; server: { settings: ServerSettings } },
	plan: EntryPlan,
): Promise<Round[]> {
	const named = [...plan.final.keys()];
	const sources = SOURCES.filter(
		({ name, offer }) => plan.rows.length > 0 && listsOf(name, offer).some((list) => named.includes(list)),
	);
	if (sources.length === 0) return [];
	const polled = await polledRegions(knex, sources);
	const rounds: Round[] = [];
	for (const { name, offer = 'NEW', byLink, batchSize, requestsPerBatch, budget } of sources) {
		const lists = listsOf(name, offer);
		const regions = polled.get(sourceNameOf({ name, offer })) ?? [];
		const { added, before, after } =
			byLink === 'each host' ? loadByHost(lists, regions, plan) : await loadByRegion(knex, lists, regions, plan);
		const requestsPerMinute = settings[budget.setting];
		const load = { batchSize, requestsPerBatch, requestsPerMinute, intervalMs: settings.POLL_INTERVAL_MS };
		rounds.push({
			source: name,
			offer,
			regions: [...regions],
			added,
			beforeMs: roundMs({ ...load, skusByRegion: before }),
			afterMs: roundMs({ ...load, skusByRegion: after }),
		});
	}
	return rounds;
}
