import { type Knex, Release } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { MessageSubject } from '../product/event.ts';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { countOutcomes } from '../webhooks/countOutcomes.ts';
import { composeList } from './messages/composeList.ts';

/** A launch that subscriptions are reminded of. Times are epoch ms. */
export interface Reminded {
	releaseId: number;
	/** How long before the launch. */
	minutes: number;
	launchAt: number;
	dueAt: number;
}

/** For how long after it was due a reminder can wait to be sent, ms. */
export const LATE_MS = 5 * 60_000;

const WITHDRAWN = 'The launch was moved or cancelled';

/** What the messages of reminders are about: the products as the shop last described them, by launch. */
export async function subjectsOf(trx: Knex, reminded: readonly Reminded[]): Promise<MessageSubject[]> {
	const ids = reminded.map(({ releaseId }) => releaseId);
	const rows = await Release.query(trx).whereIn('id', ids);
	const releases = new Map(rows.map((row) => [row.id, row]));
	const products: { id: number; snapshot: string | null }[] = await trx('releases as r')
		.join('products as p', (on) => {
			void on.on('p.source', 'r.brand').on('p.sku', 'r.sku').on('p.region', 'r.region');
		})
		.where('p.offer', 'NEW')
		.whereIn('r.id', ids)
		.select('r.id', 'p.snapshot');
	const snapshots = new Map(products.map(({ id, snapshot }) => [id, snapshot]));
	return reminded.flatMap(({ releaseId, minutes, launchAt, dueAt }): MessageSubject[] => {
		const release = releases.get(releaseId);
		if (!release) return [];
		const { brand: source, sku, region, price, full, currency } = release;
		const known = snapshots.get(releaseId);
		const cost = currency === null ? null : { current: Number(price), full: Number(full), currency };
		const after = known
			? { ...(JSON.parse(known) as ProductSnapshot), launchAt }
			: releaseSnapshot({ ...release, launchAt, price: cost });
		return [{ source, sku, region, kind: 'REMINDER', before: null, after, at: dueAt, reminder: { minutes, dueAt } }];
	});
}

/** What the message of a reminder lists. */
export async function remindedOf(trx: Knex, messageId: number): Promise<MessageSubject[]> {
	const rows = await trx('release_reminders').where({ messageId }).orderBy(['launchAt', 'releaseId']);
	return subjectsOf(trx, rows);
}

/** Takes back what was not sent of the reminders of a date that a release no longer has. */
export async function withdrawReminders(
	trx: Knex,
	launch: Pick<Reminded, 'releaseId' | 'launchAt'>,
	now: number,
): Promise<void> {
	const messageIds: number[] = await trx('release_reminders')
		.where(launch)
		.where('dueAt', '>', now - 2 * LATE_MS)
		.pluck('messageId');
	for (const messageId of messageIds) {
		// The reminder stays, so that it is not sent when the launch moves back.
		await trx('release_reminders')
			.where({ ...launch, messageId })
			.update({ messageId: 0 });
		const subjects = await remindedOf(trx, messageId);
		const message = await trx('messages').where({ id: messageId }).first('body');
		if (!message) continue;
		if (subjects.length > 0) {
			const { embeds } = JSON.parse(message.body) as { embeds: [{ url?: string }] };
			const body = JSON.stringify(composeList(subjects, embeds[0].url ?? null));
			await trx('messages').where({ id: messageId }).update({ body });
			continue;
		}
		await trx('fanouts').where({ messageId }).delete();
		await trx('messages').where({ id: messageId }).update({ expiresAt: 0 });
		const expired = await trx('deliveries')
			.where({ messageId })
			.whereIn('status', [...OPEN_STATUSES])
			.update({ status: 'expired', reason: WITHDRAWN });
		await countOutcomes(trx, { expired }, undefined, now);
	}
}
