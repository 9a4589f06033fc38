import { databaseClock, type Knex } from '@dropwire/db';
import { MAX_ADDRESS_WAIT_MS } from '@dropwire/engine';

/** A pause of a whole address that Discord ordered. */
export interface AddressPause {
	/** The address's name (`EGRESS_NAME`). */
	address: string;
	/** Epoch ms. */
	until: number;
	reason: string | null;
}

/** The addresses from which nothing is sent now. */
export async function readPauses(knex: Knex): Promise<AddressPause[]> {
	const clock = databaseClock({ knex });
	const rows: { egress: string; pausedAt: number; pausedUntil: number; reason: string | null }[] = await knex(
		'discord_limits',
	)
		.where('pausedUntil', '>', clock)
		// The engine ignores others: they date from before the clock was set back, or are longer than any.
		.where('pausedAt', '<=', clock)
		.whereRaw('?? + ? > ?', ['pausedAt', MAX_ADDRESS_WAIT_MS, clock])
		.orderBy('egress')
		.select('egress', 'pausedAt', 'pausedUntil', 'reason');
	return rows.map(({ egress, pausedAt, pausedUntil, reason }) => ({
		address: egress,
		until: Math.min(pausedUntil, pausedAt + MAX_ADDRESS_WAIT_MS),
		reason,
	}));
}
