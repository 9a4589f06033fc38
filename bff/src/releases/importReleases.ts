import { type ImportResult, ReleaseRow } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { RELEASE_LIMITS } from '@dropwire/domain';
import { endRound, importEntries, type LaunchReport, recordReleases, releaseSnapshot } from '@dropwire/engine';
import { priceInMinor } from '@dropwire/retailers';
import type { Call } from '../http/context.ts';
import { importRows } from '../rows/importRows.ts';

/** Imports releases. Those that become known by one call share a message. */
export async function importReleases(call: Call<'releasesImport'>): Promise<ImportResult> {
	const { input, requestId: round, server } = call;
	const { dryRun } = input;
	const at = Date.now();
	const result = await importRows(call, {
		schema: ReleaseRow.refine(({ launchAt }) => launchAt <= at + RELEASE_LIMITS.aheadMs, {
			path: ['launchAt'],
			error: 'must be at most 180 days ahead: a later date is a placeholder',
		}),
		subject: 'releases',
		// A product can have had several releases, but it has one ahead.
		keyOf: ({ brand, sku, region, launchAt }) => (launchAt > at ? `${brand} ${sku} ${region}` : null),
		describe: ({ brand, sku, region, title, launchAt }) => ({
			target: `release ${brand} ${sku} ${region}`,
			after: { title, launchAt },
		}),
		wholeDryRun: true,
		store: (knex, rows) => store(knex, rows, { at, dryRun, round }),
	});
	if (result.applied) {
		await endRound(call.knex, round);
		server.engine?.wake();
	}
	return result;
}

async function store(
	knex: Knex,
	rows: readonly ReleaseRow[],
	{ at, ...options }: { at: number; dryRun: boolean; round: string },
) {
	const outcomes = await recordReleases(
		knex,
		rows.map((row) => reportOf(row, at)),
		{ ...options, now: at },
	);
	if (!options.dryRun) {
		// The page of a release is that of its product.
		const entries = rows.filter((_, index) => outcomes[index] !== 'unchanged');
		await importEntries(
			knex,
			entries.map(({ brand, sku, title, image, url }) => ({ brand, sku, title, facts: { title, image, url } })),
			{ at },
		);
	}
	return outcomes;
}

function reportOf(row: ReleaseRow, at: number): LaunchReport {
	const { brand, sku, region, title, launchAt, price, full, currency } = row;
	const money = typeof price === 'number' ? { current: price, full, currency: currency as string } : price;
	const snapshot = releaseSnapshot({
		brand,
		sku,
		region,
		title,
		launchAt,
		method: row.method ?? null,
		entriesUntil: row.entriesUntil ?? null,
		url: row.url ?? null,
		image: row.image ?? null,
		price: money ? priceInMinor(money.current, money.full, money.currency) : null,
	});
	const isOff = row.cancelledAt !== undefined;
	return { brand, sku, region, origin: 'imported', snapshot: isOff ? { ...snapshot, status: 'CANCEL' } : snapshot, at };
}
