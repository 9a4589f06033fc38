import { botInviteUrl, isRejectedByDiscord } from '@dropwire/domain';
import type { BotWebhook, DiscordBot } from '../discord/bot.ts';
import type { Discord } from '../discord/discord.ts';
import { rememberGuild } from '../guilds/rememberGuild.ts';
import type { Call, Server } from '../http/context.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { lockOwner } from '../webhooks/owner.ts';
import { applySetup } from './apply.ts';
import { deleteUnlinked } from './deleteUnlinked.ts';
import { planIdOf, planSetup, type Step } from './plan.ts';
import { readLinks, type SetupLink } from './readLinks.ts';
import { findTargets, viewGuild } from './targets.ts';
import { startWebhookDeletions } from './webhookDeletions.ts';

/** Sets up a server from the dashboard: what the bot's commands do, for many channels in one step. */
export function serverSetupFeature({ db, log, discord }: Pick<Server, 'db' | 'log'> & { discord: Discord }) {
	const { bot } = discord;
	const deletions = startWebhookDeletions({ db, bot, log });
	return {
		handlers: {
			discordChannels: async ({ input: { guildId }, server }) => {
				const { DISCORD_URL: discordUrl, DISCORD_CLIENT_ID: clientId } = server.settings;
				const inviteUrl = clientId ? botInviteUrl(discordUrl, clientId, guildId) : null;
				const view = await viewGuild(db, bot, guildId);
				if (!view) return { data: { bot: 'unavailable' as const, inviteUrl, channels: [] } };
				const { present, channels } = view;
				return {
					data: { bot: present ? ('present' as const) : ('absent' as const), inviteUrl, channels: [...channels] },
				};
			},

			serverSetup: async (call) => {
				const { guildId, dryRun, planId, changes } = call.input;
				const links = await readLinks(call.knex, guildId);
				const targets = await findTargets(call, discord, links);
				const steps = planSetup(links, changes, targets);
				if (dryRun) return present(steps);
				mustBeApplicable(steps, planId);
				const webhooks = await webhooksFor(call, bot, steps, rejectedOf(links));
				try {
					const applied = await call.transaction(async (trx) => {
						await rememberGuild({ managed: call.managed, knex: trx }, guildId);
						await lockOwner(trx, { guildId });
						// Another person can have changed the links in the meantime.
						const before = await readLinks(trx, guildId);
						const now = planSetup(before, changes, targets);
						mustBeApplicable(now, planIdOf(steps));
						await applySetup({ ...call, knex: trx }, now, webhooks);
						const known = new Set(before.map(({ id }) => id));
						const after = await readLinks(trx, guildId);
						return { steps: now, added: after.map(({ id }) => id).filter((id) => !known.has(id)) };
					});
					call.server.engine?.wake();
					return present(applied.steps, applied.added);
				} catch (error) {
					await deleteUnlinked({ db, log }, guildId, webhooks, error);
					throw error;
				}
			},
		},
		close: () => deletions.stop(),
	} satisfies Feature;
}

/**
 * The bot's webhook in each channel that gets a link, created where it is missing.
 * @throws CallError 400 if a channel rejects it; the webhooks created until then are deleted
 */
async function webhooksFor(
	call: Call<'serverSetup'>,
	bot: DiscordBot | null,
	steps: readonly Step[],
	rejected: ReadonlySet<string>,
): Promise<Map<string, BotWebhook>> {
	const { guildId } = call.input;
	const found = new Map<string, BotWebhook>();
	for (const step of steps) {
		const to = 'to' in step ? step.to : null;
		if (!bot || !to || to.discordId !== null || to.channelId === null || found.has(to.channelId)) continue;
		const channel = { id: to.channelId, name: to.name.replace(/^#/, '') };
		const where = {
			guildId,
			field: 'channelId',
			rejected,
			reason: `Set up in the dashboard by ${call.caller.account?.username ?? call.caller.discordId}`,
		};
		try {
			found.set(to.channelId, await bot.webhookIn(channel, where));
		} catch (error) {
			await deleteUnlinked(call.server, guildId, found, error);
			throw error;
		}
	}
	return found;
}

/** The Discord ids of the webhooks that Discord has rejected. */
function rejectedOf(links: readonly SetupLink[]): Set<string> {
	return new Set(links.filter(({ offReason }) => isRejectedByDiscord(offReason)).map(({ discordId }) => discordId));
}

/** @throws CallError 400 naming every refused change; 409 when the plan differs from the previewed one */
function mustBeApplicable(steps: readonly Step[], planId: string | undefined): void {
	const problems = Object.fromEntries(
		steps.flatMap((step, index) => (step.outcome === 'refused' ? [[`changes.${index}`, step.problem]] : [])),
	);
	const [first] = Object.values(problems);
	if (planId !== undefined && planId !== planIdOf(steps)) {
		const text =
			"The server's links have changed since this preview, so nothing was applied. Preview the changes again.";
		throw new CallError('conflict', text, first === undefined ? undefined : problems);
	}
	if (first === undefined) return;
	throw steps.length === 1 ? new CallError('invalid_input', first, problems) : invalidInput(problems);
}

/** @param added the ids of the added links; without it, the steps were not applied */
function present(steps: readonly Step[], added?: readonly number[]) {
	return {
		applied: added !== undefined,
		planId: planIdOf(steps),
		added: (added ?? []).map(String),
		data: steps.map((step) => ({
			outcome: step.outcome,
			region: step.region,
			toolsName: step.toolsName,
			target: step.target,
			problem: 'problem' in step ? step.problem : null,
		})),
	};
}
