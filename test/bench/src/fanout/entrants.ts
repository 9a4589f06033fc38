import type { TestDatabase } from '@dropwire/db/testing';
import { durabilityOf } from '../durability.ts';
import { engineSettings } from '../program.ts';
import { ENGINES, openBenchDatabase, subscribeAll, type Target } from '../setup.ts';
import { CONTENDERS } from './contender.ts';
import type { Entrant } from './rounds.ts';

export interface Entrants {
	entrants: Entrant[];
	/** The settings of the databases, one sentence each. */
	settings: string[];
	close(): Promise<void>;
}

/** The other contenders, then Dropwire on each database that responds. */
export async function enter(origin: string, targets: readonly Target[]): Promise<Entrants> {
	const peers = ['bare', 'rest'] as const;
	const entrants: Entrant[] = peers.map((name) => ({ label: CONTENDERS[name], setup: { name, origin } }));
	const settings: string[] = [];
	const databases: TestDatabase[] = [];
	for (const engine of ENGINES) {
		const db = await openBenchDatabase(engine);
		if (!db) continue;
		databases.push(db);
		await subscribeAll(db, targets);
		entrants.push(dropwireOn(db, `Dropwire on ${engine}`, origin));
		settings.push(await durabilityOf(db));
	}
	return {
		entrants,
		settings,
		async close() {
			for (const db of databases) await db.close();
		},
	};
}

/** Dropwire with a database whose webhooks are subscribed, in a process with the settings of a deployed engine. */
export function dropwireOn(db: TestDatabase, label: string, origin: string): Entrant {
	const { url, dataDir } = db;
	const setup = { name: 'dropwire', origin, database: { url, dataDir } } as const;
	return { label, setup, node: engineSettings() };
}
