import { afterAll, beforeAll, expect, test } from 'vitest';
import { SNOWFLAKE } from '../createTable.ts';
import { tableNames } from '../migrate.ts';
import { openTestDatabase, type TestDatabase } from '../testing.ts';
import { PERSONAL_DATA } from './personalData.ts';

/** Columns with the Discord id of something else than a person. */
const OTHER_IDS =
	/(^|\.)(guildId|channelId|threadId|directId|(discordMessage|message)Id|applicationId|variant|webhook)$/;
const OTHERS = new Set([
	'webhooks.discordId',
	'webhook_deletions.discordId',
	// Names of a monitor and a process, and no id.
	'products.reportedBy',
	'webhooks.claimedBy',
	'stores.postalCode',
	// Of a scheduled event in Discord.
	'scheduled_events.eventId',
	// Whose token the bot used: the row is about its actor.
	'audit.botOwner',
]);
/** Names of columns that mean a person, whatever their width. */
const PERSON = /^(discordId|actor|\w+By|(user|person|member|owner|subject)Id)$/;

let db: TestDatabase;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db.close());

test('every column that can name a person is in the table of personal data', async () => {
	const known = new Set(PERSONAL_DATA.map(({ table, person }) => `${table}.${person}`));
	const tables = (await tableNames(db.knex, db.dialect)).filter((name) => !name.startsWith('knex_'));
	const found: string[] = [];
	for (const table of tables) {
		for (const [column, { maxLength }] of Object.entries(await db.knex(table).columnInfo())) {
			const place = `${table}.${column}`;
			const isId = PERSON.test(column) || `${maxLength}` === `${SNOWFLAKE}`;
			if (isId && !OTHER_IDS.test(place) && !OTHERS.has(place)) found.push(place);
		}
	}
	expect(found).toEqual(expect.arrayContaining([...known]));
	expect(found.filter((place) => !known.has(place))).toEqual([]);
});

test('no secret is among the columns that a person can export', () => {
	const shown = PERSONAL_DATA.flatMap(({ columns }) => columns);
	expect(shown.filter((column) => /hash|sealed|secret|lease|note$/i.test(column))).toEqual(['note']);
});
