import { createHash, randomUUID } from 'node:crypto';
import { BotNotice, type Knex, WatchPlace } from '@dropwire/db';
import { backoff } from '@dropwire/domain';
import { pauseOpenings, rememberDirect, takeOpening } from '@dropwire/engine';
import type { Feature } from '../http/feature.ts';
import type { ServerSettings } from '../settings.ts';
import { compose } from './compose.ts';
import { placesOf } from './places.ts';

const MAX_AT_ONCE = 10;
/** When a notice to a new person is tried again while the budget for direct messages is used up, ms. */
const BUDGET_WAIT_MS = 30_000;
/** How long the bot has to report the outcome, ms. */
const LEASE_MS = 60_000;
/** How long a notice is news: no bot may have run until now. */
const NEWS_MS = 7 * 86_400_000;
/** Attempts after which a notice is given up: with the pauses between them, about a day. */
const MAX_ATTEMPTS = 30;
const pauseMs = backoff({ firstMs: 30_000, maxMs: 3_600_000 });

/** The messages that the bot writes: it takes those that are due, and reports what became of each. */
export const botNoticesFeature = {
	handlers: {
		botNoticesClaim: async ({ knex, server }) => {
			const now = Date.now();
			const due = await BotNotice.query(knex)
				.where({ status: 'pending' })
				.where('notBefore', '<=', now)
				.orderBy('notBefore')
				.limit(MAX_AT_ONCE)
				.forUpdate();
			const data = [];
			const guilds = new Set<string>();
			for (const notice of due) {
				// Part of the guild's notice in this answer.
				if (notice.guildId !== null && guilds.has(notice.guildId)) continue;
				if (notice.guildId !== null) guilds.add(notice.guildId);
				const isOld = now - notice.createdAt > NEWS_MS;
				const content = isOld ? null : await compose(knex, notice, server.settings);
				if (!content) {
					await update(knex, notice.id, { status: 'obsolete', doneAt: now });
					continue;
				}
				const direct = await directOf(knex, notice, server.settings);
				if (direct === 'wait') {
					await update(knex, notice.id, { notBefore: now + BUDGET_WAIT_MS });
					continue;
				}
				const lease = randomUUID();
				await update(knex, notice.id, { lease, notBefore: now + LEASE_MS, attempts: notice.attempts + 1 });
				const { discordId, guildId } = notice;
				const places = await placesOf(knex, notice);
				data.push({ lease, nonce: nonceOf(notice), discordId, directChannelId: direct, guildId, ...places, content });
			}
			return { data };
		},

		botNoticeDone: async (call) => {
			const { lease, outcome, channelId, directChannelId, tooFast, reason } = call.input;
			const notice = await BotNotice.query(call.knex).findOne({ lease, status: 'pending' }).forUpdate();
			if (!notice) return { data: { recorded: false } };
			const now = Date.now();
			const { id, attempts, discordId, guildId, kind } = notice;
			if (discordId !== null && directChannelId !== null) await rememberDirect(call.knex, discordId, directChannelId);
			if (tooFast !== null) await pauseOpenings(call.knex, tooFast);
			if (outcome === 'retry' && attempts < MAX_ATTEMPTS) {
				await update(call.knex, id, { lease: null, notBefore: now + pauseMs(attempts), reason });
				return { data: { recorded: true } };
			}
			const status = outcome === 'sent' ? 'sent' : 'undeliverable';
			await update(call.knex, id, { status, lease: null, reason, doneAt: now });
			call.audit({
				target: discordId === null ? `guild ${guildId}` : `user ${discordId}`,
				...(guildId !== null && { guildId }),
				after: { notice: kind, status, ...(channelId !== null && { channelId }), ...(reason !== null && { reason }) },
			});
			return { data: { recorded: true } };
		},
	},
} satisfies Feature;

/** The channel of a person's direct messages; null if the bot can open it; `wait` while the budget is used up. */
async function directOf(
	trx: Knex.Transaction,
	{ discordId }: BotNotice,
	{ NEW_DMS_PER_10_MINUTES: perTenMinutes }: Pick<ServerSettings, 'NEW_DMS_PER_10_MINUTES'>,
): Promise<string | null> {
	if (discordId === null) return null;
	const place = await WatchPlace.query(trx).findById(discordId).select('directId');
	if (place?.directId != null) return place.directId;
	return (await takeOpening(trx, 'access', perTenMinutes)) ? null : 'wait';
}

/** Discord's limit for a nonce. */
const NONCE_LENGTH = 25;

/** The same for every attempt, and for no other notice. */
function nonceOf({ key }: BotNotice): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, NONCE_LENGTH);
}

async function update(knex: Knex, id: number, patch: Partial<BotNotice>): Promise<void> {
	await BotNotice.query(knex).findById(id).patch(patch);
}
