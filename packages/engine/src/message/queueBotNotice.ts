import { BotNotice, type Knex } from '@dropwire/db';
import { chunks } from '@dropwire/domain';

interface NewBotNotice {
	/** What it is about: a second notice with the same key is not stored. */
	key: string;
	kind: BotNotice['kind'];
	/** The person it is for, or the guild. */
	discordId?: string;
	guildId?: string;
	/** What its text needs. */
	data: object;
	/** How long it waits, so that others about the same guild can join it, ms. */
	delayMs?: number;
}

/** Rows per statement. */
const CHUNK = 500;

/** Queues a message that the bot writes once, in the transaction of its cause. */
export async function queueBotNotice(trx: Knex, notice: NewBotNotice): Promise<void> {
	await queueBotNotices(trx, [notice]);
}

/** Queues messages that the bot writes once each, in the transaction of their cause. */
export async function queueBotNotices(trx: Knex, notices: readonly NewBotNotice[]): Promise<void> {
	const now = Date.now();
	for (const some of chunks(notices, CHUNK)) {
		const rows = some.map(({ key, kind, discordId, guildId, data, delayMs = 0 }) => ({
			key,
			kind,
			discordId: discordId ?? null,
			guildId: guildId ?? null,
			data: JSON.stringify(data),
			status: 'pending' as const,
			notBefore: now + delayMs,
			createdAt: now,
		}));
		await trx(BotNotice.tableName).insert(rows).onConflict('key').ignore();
	}
}
