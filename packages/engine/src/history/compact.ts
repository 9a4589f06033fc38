import type { Knex } from '@dropwire/db';
import { compactDays } from '@dropwire/domain';
import { openChunk, pack, unpack } from './packed.ts';

const DAY = 86_400_000;
/** The days that one call compacts at most. */
const STEP_DAYS = 7;

/** The beginning of the UTC day in which details end that are kept for this many days, epoch ms. */
export function detailsEnd(days: number, now: number): number {
	return startOfDay(now - days * DAY);
}

/**
 * Replaces the oldest points of a history by one for each UTC day, of several days at most. The first chunk is that of the
 * point before, whose state the days continue.
 * @param before the end of the newest day to compact, epoch ms
 * @returns the number of points that were replaced
 */
export async function compactHistory(trx: Knex.Transaction, seriesId: number, before: number): Promise<number> {
	const series = await trx('history_series').where({ id: seriesId }).forUpdate().first();
	if (!series || series.detailAt === null || series.detailAt >= before) return 0;
	const end = Math.min(before, startOfDay(series.detailAt) + STEP_DAYS * DAY);
	const chunks = () => trx('history_chunks').where({ seriesId }).orderBy('firstAt');
	const first = await trx('history_chunks')
		.where({ seriesId })
		.where('firstAt', '<', series.detailAt)
		.orderBy('firstAt', 'desc')
		.first('firstAt');
	const old = await chunks()
		.where('firstAt', '>=', first?.firstAt ?? 0)
		.where('firstAt', '<', end);
	const tail = openChunk(series.tail);
	const hasTail = tail.firstAt < end;
	const packed = [...old.map((chunk) => chunk.packed), ...(hasTail ? [series.tail] : [])];
	const points = packed.flatMap((chunk) => unpack(chunk));
	const compacted = compactDays(points, end);
	const repacked = pack(compacted);
	const newTail = hasTail ? repacked.pop()?.packed : undefined;
	const detail = compacted.find(({ day }) => !day)?.at;
	const next = hasTail
		? null
		: ((await chunks().where('firstAt', '>=', end).first('firstAt'))?.firstAt ?? tail.firstAt);
	const times = old.map(({ firstAt }) => firstAt);
	await trx('history_chunks').where({ seriesId }).whereIn('firstAt', times).delete();
	if (repacked.length > 0) await trx('history_chunks').insert(repacked.map((chunk) => ({ seriesId, ...chunk })));
	await trx('history_series')
		.where({ id: seriesId })
		.update({
			points: series.points + compacted.length - points.length,
			detailAt: detail ?? next,
			...(newTail && { tail: newTail }),
		});
	return points.length - compacted.length;
}

function startOfDay(at: number): number {
	return Math.floor(at / DAY) * DAY;
}
