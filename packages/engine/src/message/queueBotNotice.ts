import { BotNotice, type Knex } from '@dropwire/db';

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

/** Queues a message that the bot writes once, in the transaction of its cause. */
export async function queueBotNotice(
	trx: Knex,
	{ key, kind, discordId, guildId, data, delayMs = 0 }: NewBotNotice,
): Promise<void> {
	const now = Date.now();
	await trx(BotNotice.tableName)
		.insert({
			key,
			kind,
			discordId: discordId ?? null,
			guildId: guildId ?? null,
			data: JSON.stringify(data),
			status: 'pending',
			notBefore: now + delayMs,
			createdAt: now,
		})
		.onConflict('key')
		.ignore();
}
