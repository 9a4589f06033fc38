import type { Knex } from 'knex';

/** When an event was queued whose watches are matched later: its notices are news from then on. */
export async function up(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('watch_fanouts', 'queuedAt'))) {
		await knex.schema.alterTable('watch_fanouts', (t) => {
			t.bigInteger('queuedAt').notNullable().defaultTo(0);
		});
	}
	const eventAt = knex('events').select('at').whereRaw('?? = ??', ['events.id', 'watch_fanouts.eventId']);
	await knex('watch_fanouts')
		.where({ queuedAt: 0 })
		.update({ queuedAt: knex.raw('coalesce((?), 0)', [eventAt]) });
}
