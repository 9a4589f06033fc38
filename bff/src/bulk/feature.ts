import type { TopicRow } from '@dropwire/db';
import { ALL_REGIONS } from '@dropwire/domain';
import type { Feature } from '../http/feature.ts';
import { checkPruning, mustBeApplicable, mustPruneFew, resultOf } from '../rows/result.ts';
import { type EntryValue, planEntries, showEntry } from '../watchlists/planEntries.ts';
import { roundsOf } from '../watchlists/rounds.ts';
import { writeEntries } from '../watchlists/writeEntries.ts';
import { lockOwner } from '../webhooks/owner.ts';
import { planWebhooks } from '../webhooks/planWebhooks.ts';
import { type RowWebhook, showWebhook } from '../webhooks/rowWebhook.ts';
import { writeWebhooks } from '../webhooks/writeWebhooks.ts';
import { exportHandlers } from './exports.ts';

/** Imports many rows in one transaction, and exports them. */
export const bulkFeature = {
	handlers: {
		bulkWebhooks: async (call) => {
			const { dryRun, mode, prune, groups, planId, rows } = call.input;
			checkPruning(call.input);
			if (!dryRun) await lockOwner(call.knex, 'operators');
			const plan = await planWebhooks(call, rows, { mode, prune: prune ? groups : null });
			mustPruneFew(plan);
			if (!dryRun) {
				mustBeApplicable(plan, planId);
				await writeWebhooks(call, plan);
			}
			const pruned = plan.pruned.map(({ group, name, before }) => {
				const { brand, category, region, status } = plan.topics.get(group) as TopicRow;
				return { brand, category, region, status, label: name, value: showWebhook(before as RowWebhook) };
			});
			return { ...resultOf(plan, dryRun, showWebhook), pruned };
		},

		bulkSkus: async (call) => {
			const { dryRun, mode, prune, groups, planId, rows } = call.input;
			checkPruning(call.input);
			if (!dryRun) await lockOwner(call.knex, 'operators');
			const plan = await planEntries(call, rows, { mode, prune: prune ? groups : null });
			mustPruneFew(plan);
			if (!dryRun) {
				mustBeApplicable(plan, planId);
				await writeEntries(call, plan);
			}
			const pruned = plan.pruned.map(({ group, name, before }) => {
				const { link, regions } = before as EntryValue;
				return { type: group, sku: name, productLink: link, regions: regions ?? ALL_REGIONS };
			});
			const rounds = dryRun ? await roundsOf(call, plan) : undefined;
			return { ...resultOf(plan, dryRun, showEntry), pruned, ...(rounds && { rounds }) };
		},

		...exportHandlers,
	},
} satisfies Feature;
