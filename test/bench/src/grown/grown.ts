import { fillGrown, GROWN } from '@dropwire/db/testing';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { durabilityOf } from '../durability.ts';
import { startProduct } from '../product/product.ts';
import { type Aim, aimTable } from '../report/markdown.ts';
import { type BenchOptions, ENGINES, openBenchDatabase, spawnSandbox } from '../setup.ts';
import { measureFanout } from './fanoutWhenGrown.ts';
import { measureLists } from './lists.ts';
import { measurePruning } from './prune.ts';

/** The client's guilds come first, so they are the largest ones. */
const GUILD_IDS = [SANDBOX_GUILDS.soleSearchers.id, SANDBOX_GUILDS.restockRadar.id];
const FULL = {
	fill: GROWN,
	// A third of a second each.
	rounds: 15,
	listRounds: 100,
	fanout: 2500,
	oldMessage: 10_000,
};
const QUICK = {
	fill: { deliveries: 50_000, events: 5000, webhooks: 2000, guilds: 50, others: 5000 },
	rounds: 2,
	listRounds: 10,
	fanout: 500,
	oldMessage: 2000,
};

/** Measures the aims of a log of a million deliveries on both databases. @returns lines of Markdown */
export async function grown({ quick }: BenchOptions): Promise<string[]> {
	const { fill, rounds, listRounds, fanout, oldMessage } = quick ? QUICK : FULL;
	const aims: Aim[] = [];
	const settings: string[] = [];
	for (const engine of ENGINES) {
		const db = await openBenchDatabase(engine);
		if (!db) continue;
		const at = performance.now();
		await fillGrown(db, { ...fill, guildIds: GUILD_IDS });
		// Otherwise this process collects it on both processors during the measurements.
		globalThis.gc?.();
		const seconds = ((performance.now() - at) / 1000).toFixed(0);
		settings.push(`- ${await durabilityOf(db)}; filled in ${seconds} s`);
		const sandbox = await spawnSandbox();
		const product = await startProduct(db, sandbox.origin);
		aims.push(...(await measureLists(engine, db, product, listRounds)));
		aims.push(...(await measurePruning(engine, db, product, oldMessage)));
		await product.stop();
		sandbox.stop();
		aims.push(...(await measureFanout(engine, db, fanout, rounds)));
		await db.close();
	}
	const { deliveries, events, webhooks, guilds } = fill;
	return [
		`${deliveries} deliveries of ${events} events to ${webhooks} webhooks in ${guilds} guilds:`,
		'',
		...settings,
		'',
		...aimTable(aims),
	];
}
