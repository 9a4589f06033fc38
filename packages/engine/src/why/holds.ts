import type { Knex } from '@dropwire/db';
import type { FilterRule, WhyCode } from '@dropwire/domain';

/** What can hold an event back from a server's subscription or a watch, in the order of checking. Stored by their places. */
export const HOLDS = [
	'server',
	'webhook',
	'muted',
	'snoozed',
	'region',
	'subscription',
	'kinds',
	'include',
	'exclude',
	'sizes',
	'price',
	'discount',
] as const satisfies readonly WhyCode[];
export type Hold = (typeof HOLDS)[number];

/** A filter's rule as a hold. */
export function holdOf(rule: FilterRule | 'region'): Hold {
	return rule === 'paused' ? 'subscription' : rule;
}

/** The operators among the owners that are servers. */
export const OPERATORS_ID = '0';

/** A byte for the hold, eight for the ID. */
const ENTRY_BYTES = 9;
/** Entries of a row: MySQL's column has 64 KB. */
const MAX_ENTRIES = 7000;

/** The slice of an event's subscriptions or watches: those after a webhook or a watch. */
export interface HoldSlice {
	eventId: number;
	owners: 'server' | 'watch';
	after: number;
}

/** Stores what held an event back, by the ID of the owner, in the transaction that decides about them. */
export async function storeHolds(
	trx: Knex,
	slice: HoldSlice,
	holds: ReadonlyMap<string | number, Hold>,
): Promise<void> {
	if (holds.size === 0) return;
	const packed = Buffer.alloc(Math.min(holds.size, MAX_ENTRIES) * ENTRY_BYTES);
	let end = 0;
	for (const [id, hold] of holds) {
		if (end === packed.length) break;
		packed.writeUInt8(HOLDS.indexOf(hold), end);
		packed.writeBigUInt64BE(BigInt(id), end + 1);
		end += ENTRY_BYTES;
	}
	await trx('event_holds').insert({ ...slice, packed });
}

/** What held these events back from an owner: of several subscriptions, the rule that was checked last. */
export async function readHolds(
	knex: Knex,
	eventIds: readonly number[],
	owners: HoldSlice['owners'],
	id: string | number,
): Promise<Map<number, Hold>> {
	const found = new Map<number, Hold>();
	const rows = await knex('event_holds')
		.whereIn('eventId', [...eventIds])
		.where({ owners })
		.select('eventId', 'packed');
	const sought = BigInt(id);
	for (const { eventId, packed } of rows) {
		const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
		for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
			if (bytes.readBigUInt64BE(at + 1) !== sought) continue;
			const hold = HOLDS[bytes.readUInt8(at)] as Hold;
			found.set(eventId, laterHold(found.get(eventId), hold));
		}
	}
	return found;
}

/** The one of two holds that is checked later: the other subscription came closer to a message. */
export function laterHold(a: Hold | undefined, b: Hold): Hold {
	return a !== undefined && HOLDS.indexOf(a) > HOLDS.indexOf(b) ? a : b;
}
