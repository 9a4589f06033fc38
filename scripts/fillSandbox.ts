import { createHash } from 'node:crypto';
import { type Database, Guild, operatorList, TopicRow, User, WatchEntry, Webhook } from '@dropwire/db';
import { subscribe } from '@dropwire/engine';
import { WATCH_LISTS, type WatchList } from '@dropwire/db/topics';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS, SANDBOX_WATCHED } from '@dropwire/sandbox';

/** Which of the sandbox's channels get what at the first start. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
	'nike-us-active': ['ACTIVE'],
	'nike-us-hold': ['HOLD'],
	drops: ['ACTIVE', 'CLOSEOUT'],
	discounts: ['DISCOUNT'],
};

/** Fills an empty database for the sandbox: a client, watched products, webhooks. One that was used is left as it is. */
export async function fillSandbox(db: Database, discordUrl: string): Promise<void> {
	if ((await User.query(db.knex).resultSize()) > 0 || (await Webhook.query(db.knex).resultSize()) > 0) return;
	const createdAt = Date.now();
	await db.transaction(async (trx) => {
		await User.query(trx).insert({
			discordId: SANDBOX_USERS.cleo.id,
			admin: false,
			createdAt,
			createdBy: SANDBOX_USERS.ada.id,
		});
		for (const { id: guildId, name } of Object.values(SANDBOX_GUILDS)) {
			await Guild.query(trx).insert({ guildId, name, icon: null, updatedAt: createdAt });
		}
		for (const list of Object.keys(WATCH_LISTS) as WatchList[]) {
			for (const sku of SANDBOX_WATCHED) {
				const skuHash = createHash('sha256').update(sku).digest('hex');
				await WatchEntry.query(trx).insert({
					list,
					sku,
					skuHash,
					productLink: null,
					createdAt,
					createdBy: SANDBOX_USERS.ada.id,
				});
			}
		}
		for (const { name, webhook } of SANDBOX_CHANNELS) {
			for (const status of GROUPS[name] ?? []) {
				const topic = await TopicRow.query(trx)
					.findOne({ brand: 'NIKE', category: 'SHOES', region: 'US', status })
					.throwIfNotFound();
				const place = { list: operatorList(topic.id), topicId: topic.id, guildChannelId: null, label: name };
				await subscribe(trx, db.vault, place, {
					...webhook,
					url: `${discordUrl}/api/webhooks/${webhook.id}/${webhook.token}`,
				});
			}
		}
	});
}
