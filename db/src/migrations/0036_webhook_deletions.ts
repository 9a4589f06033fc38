import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

export async function up(knex: Knex): Promise<void> {
	// Webhooks that Dropwire created and nothing uses: a server process deletes them at Discord.
	await creator(knex)('webhook_deletions', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.string('guildId', SNOWFLAKE).notNullable();
		t.bigInteger('dueAt').notNullable();
		t.integer('attempts').notNullable().defaultTo(0);
		// When the current attempt began; null between attempts.
		t.bigInteger('startedAt');
	});
	if (!(await knex.schema.hasColumn('audit', 'botOwner'))) {
		// The operator whose bot token made the change in the name of the actor; null for other changes.
		await knex.raw(`alter table audit add column botOwner varchar(${SNOWFLAKE})`);
	}
	await forgetReplacedManagers(knex);
}

export async function down(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('audit', 'botOwner')) await knex.raw('alter table audit drop column botOwner');
	await knex.schema.dropTableIfExists('webhook_deletions');
}

/**
 * A guild that only people without access manage is paused. In guilds that an operator resumed, such people are managers
 * no more.
 */
async function forgetReplacedManagers(knex: Knex): Promise<void> {
	const resumed: { guildId: string; id: number }[] = await knex('audit')
		.where({ action: 'guildResumed' })
		.whereIn('guildId', knex('guilds').whereNull('pausedAt').select('guildId'))
		.groupBy('guildId')
		.select('guildId')
		.max({ id: 'id' });
	const rows: { guildId: string; actor: string }[] = await knex('audit')
		.whereIn(
			'id',
			resumed.map(({ id }) => id),
		)
		.whereNotNull('actor')
		.select('guildId', 'actor');
	for (const { guildId, actor } of rows) {
		const managers: { discordId: string }[] = await knex('guild_managers').where({ guildId }).select('discordId');
		if (managers.some(({ discordId }) => discordId === actor)) continue;
		await knex('guild_managers').where({ guildId }).whereNotIn('discordId', knex('users').select('discordId')).delete();
	}
}
