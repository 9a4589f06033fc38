import type { HandlerOutput } from '@dropwire/contract';
import type { Contract } from '@dropwire/contract';
import { Account, Announcement, type Knex, Message } from '@dropwire/db';
import { countMessages } from '../deliveries/counts.ts';
import { readPage } from '../http/page.ts';

const PAGE = 20;

/** A page of the announcements, newest first, with their deliveries by status. */
export async function readSent(
	knex: Knex,
	cursor: string | undefined,
): Promise<HandlerOutput<Contract['announcementsSent']>> {
	const query = Announcement.query(knex).orderBy('id', 'desc').select('id', 'title', 'createdAt', 'createdBy');
	if (cursor !== undefined) void query.where('id', '<', Number(cursor));
	const { rows, nextCursor } = await readPage(query, PAGE);
	const messages = await Message.query(knex)
		.whereIn(
			'announcementId',
			rows.map(({ id }) => id),
		)
		.select('id', 'announcementId');
	const messageOf = new Map(messages.map(({ id, announcementId }) => [announcementId, id]));
	const counted = await countMessages(knex, [...messageOf.values()], null);
	const people = await Account.query(knex).whereIn('discordId', [...new Set(rows.map(({ createdBy }) => createdBy))]);
	const names = new Map(people.map(({ discordId, username }) => [discordId, username]));
	return {
		data: rows.map(({ id, title, createdAt, createdBy }) => ({
			id: String(id),
			title,
			createdAt,
			by: names.get(createdBy) ?? null,
			counts: counted.get(messageOf.get(id) ?? 0)?.counts ?? NONE,
		})),
		nextCursor,
	};
}

/** The deliveries of an announcement are deleted after the retention time. */
const NONE = { pending: 0, retrying: 0, sent: 0, expired: 0, failed: 0 };
