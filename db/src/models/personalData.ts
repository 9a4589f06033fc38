import type { PersonalDataGroupName } from '@dropwire/domain';
import type { Tables } from 'knex/types/tables.js';
import type { StoredRow } from './tables.ts';

/** Rows that name a person. */
export interface PersonalData {
	/** Identifies it in an export. */
	name: string;
	group: PersonalDataGroupName;
	table: keyof Tables;
	/** The column with the person's Discord id. */
	person: string;
	/** A column whose values differ among the rows of one person. */
	key: string;
	/** What the person gets to see: no hashes and sealed secrets, and nothing about other people. */
	columns: readonly string[];
	/** The table of which it names a row by that row's `id`, and the columns of it that the person sees, too. */
	of?: { table: keyof Tables; id: string; columns: readonly string[] };
}

type ColumnOf<Name extends keyof Tables> = keyof StoredRow<Name> & string;

function rows<Name extends keyof Tables>(
	group: PersonalDataGroupName,
	table: Name,
	{ person, key }: { person: ColumnOf<Name>; key: ColumnOf<Name> },
	columns: readonly ColumnOf<Name>[],
	name: string = table,
): PersonalData {
	return { name, group, table, person, key, columns };
}

/** The only row of a person. */
const one = { person: 'discordId', key: 'discordId' } as const;
const many = { person: 'discordId', key: 'id' } as const;
const made = { person: 'createdBy', key: 'id' } as const;

/**
 * Every column with a person's Discord id. What is stored about a person, exported for them, and deleted when they ask for it
 * follows from this table; `personalData.test.ts` finds columns that it lacks.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
	rows('account', 'accounts', one, ['discordId', 'username', 'discriminator', 'avatar', 'locale', 'signedInAt']),
	rows('account', 'sessions', { person: 'discordId', key: 'idHash' }, [
		'userAgent',
		'createdAt',
		'usedAt',
		'expiresAt',
	]),
	rows('account', 'api_tokens', many, ['name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt']),
	rows('account', 'device_signins', many, ['name', 'createdAt', 'expiresAt', 'allowed']),
	rows('account', 'retailer_tokens', one, ['savedAt', 'expiresAt']),
	rows('account', 'calendar_secrets', one, ['createdAt']),
	rows('account', 'linked_roles', one, ['connectedAt', 'pushed', 'pushedAt', 'endedAt', 'reason']),
	rows('account', 'bot_notices', many, ['kind', 'data', 'status', 'reason', 'createdAt', 'doneAt']),
	rows('watches', 'watches', many, [
		'id',
		'brand',
		'sku',
		'regions',
		'maxAmount',
		'maxCurrency',
		'options',
		'muted',
		'snoozedUntil',
		'createdAt',
		'lastEventId',
		'lastAt',
	]),
	rows('watches', 'watch_places', one, [
		'guildId',
		'threadId',
		'directId',
		'directUntil',
		'reason',
		'unreachableUntil',
		'missed',
		'sentAt',
	]),
	rows('watches', 'watch_notices', many, [
		'watchId',
		'eventId',
		'status',
		'reason',
		'channelId',
		'messageId',
		'queuedAt',
		'sentAt',
	]),
	rows('requests', 'access_requests', one, [
		'note',
		'persona',
		'plan',
		'role',
		'status',
		'reason',
		'createdAt',
		'decidedAt',
	]),
	{
		...rows('requests', 'product_request_people', { person: 'discordId', key: 'requestId' }, ['createdAt']),
		of: { table: 'product_requests', id: 'requestId', columns: ['sku', 'link', 'status', 'reason', 'decidedAt'] },
	},
	// Before `users`, on whose row they depend. The note in it is the operators'.
	rows('access', 'user_roles', { person: 'discordId', key: 'role' }, ['role']),
	rows('access', 'users', one, ['admin', 'plan', 'expiresAt', 'createdAt', 'lastSeenAt', 'warnedAt', 'expiredAt']),
	rows('access', 'guild_managers', { person: 'discordId', key: 'guildId' }, ['guildId', 'seenAt']),
	rows('plans', 'grants', { person: 'subjectId', key: 'id' }, [
		'provider',
		'externalId',
		'subject',
		'subjectId',
		'plan',
		'startsAt',
		'endsAt',
		'endedAt',
	]),
	rows(
		'plans',
		'grants',
		{ person: 'payerId', key: 'id' },
		['provider', 'externalId', 'subject', 'subjectId', 'plan', 'startsAt', 'endsAt', 'endedAt'],
		'paid_grants',
	),
	rows('work', 'announcements', made, ['id', 'title', 'imageUrl', 'description', 'createdAt']),
	rows('work', 'keyword_watches', made, ['id', 'source', 'region', 'shop', 'include', 'exclude', 'createdAt']),
	rows('work', 'watch_entries', made, ['list', 'sku', 'productLink', 'regions', 'createdAt']),
	rows('work', 'shared_setups', made, ['guildId', 'links', 'createdAt', 'expiresAt']),
	rows('work', 'short_urls', { person: 'createdBy', key: 'slug' }, ['slug', 'url', 'clicks', 'createdAt']),
	rows('work', 'monitors', { person: 'reportedBy', key: 'name' }, ['name', 'everyMs', 'sources', 'lastAt']),
	rows('work', 'users', { person: 'createdBy', key: 'discordId' }, ['discordId', 'createdAt'], 'added_users'),
	rows('log', 'audit', { person: 'actor', key: 'id' }, ['at', 'via', 'action', 'target', 'before', 'after', 'guildId']),
];
