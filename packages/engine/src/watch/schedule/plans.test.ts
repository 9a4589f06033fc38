import {
	fillGrown,
	openTestDatabase,
	refreshTestStatistics,
	type Statement,
	unboundedReads,
} from '@dropwire/db/testing';
import { SOURCES } from '@dropwire/retailers';
import { LINK_LIST, listsOf } from '@dropwire/domain';
import { expect, test } from 'vitest';
import { readRestocks } from '../../history/restocks.ts';
import { countSubscriptions } from '../../sources/countSubscriptions.ts';
import { polledRegions } from '../../sources/polledRegions.ts';
import { readSources } from '../../sources/readSources.ts';
import { readLastChecks } from '../freshness/tally.ts';
import { entriesOf, knownLinks } from '../lists/entries.ts';
import { WatchLists } from '../lists/watchLists.ts';
import { learnLinks } from '../read/batchChecks.ts';
import { Products } from '../state/products.ts';

const TABLES = ['products', 'watch_entries', 'check_batches', 'product_batches', 'history_series', 'history_chunks'];

/** As for the calls (`bff/src/plans.test.ts`): the plans are those of 100,000 rows, and the rows take a tenth of the time. */
test('watching reads its tables by their indexes', async () => {
	const db = await openTestDatabase();
	try {
		await fillGrown(db, { deliveries: 1, events: 1, webhooks: 1, guilds: 1, guildIds: ['1'], others: 10_000 });
		const { knex } = db;
		const statements: Statement[] = [];
		knex.on('query', (statement: Statement) => void statements.push(statement));
		for (const source of SOURCES) {
			const lists = listsOf(source.name, source.offer);
			await new WatchLists(db, { ...source, lists }).read();
		}
		await polledRegions(knex);
		await new Products(db, 'NIKE', 'NEW').load('US', ['GR1000-001']);
		await new Products(db, 'NIKE', 'NEW').changedSince(0);
		await new Products(db, 'NIKE', 'NEW').insert('US', [firstCheck('GR1000-002')], 1);
		await readLastChecks(knex, { source: 'NIKE', offer: 'NEW', region: 'US' }, ['GR1000-001']);
		await knownLinks(knex, 'JD', ['GR1000-001']);
		await entriesOf(knex, [LINK_LIST, 'MONITOR1'], ['GR1000-001']);
		const [link, sku] = ['https://one.example/shoe', 'one.example/shoe'];
		const snapshot = { sku: 'SHOE' } as never;
		const answers = new Map([[sku, { kind: 'read', snapshot, adapter: 'schemaOrg' } as const]]);
		const lists = { lists: [LINK_LIST], byLink: 'each host' } as const;
		await learnLinks(knex, lists, [{ sku, link, adapter: null }], answers);
		await readSources(knex);
		await readRestocks(knex, { source: 'NIKE', offer: 'NEW', region: 'US' }, ['GR1000-001'], 0);
		await countSubscriptions(knex, { brand: 'HP' });

		expect(statements.length).toBeGreaterThan(SOURCES.length + 10);
		expect(await unboundedReads(db, statements, TABLES)).toEqual([]);
		await refreshTestStatistics(db);
		expect(await unboundedReads(db, statements, TABLES)).toEqual([]);
		// Counted for each source every two seconds: in the index alone, without the rows.
		const counts = statements.find(({ sql }) => sql.includes('count(`adapter`)'));
		const plan = await knex.raw(
			`explain ${db.dialect === 'sqlite' ? 'query plan' : 'format=traditional'} ${counts?.sql}`,
			[...(counts?.bindings ?? [])] as string[],
		);
		expect(JSON.stringify(plan)).toMatch(/COVERING INDEX|Using index/);
	} finally {
		await db.close();
	}
});

const firstCheck = (sku: string) => ({ sku, snapshot: null, buyableSince: null, blockedReason: null });
