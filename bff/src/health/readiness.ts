import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from '@dropwire/db';
import { aliveBetween, readSilentEngines, type SilentEngine } from '@dropwire/engine';
import type { Server } from '../http/context.ts';
import { askInTime } from './askInTime.ts';
import { type AddressPause, readPauses } from './pauses.ts';

/** Whether this server should get requests. */
export interface Readiness {
	/**
	 * Whether the database and an engine are available, and the server is not stopping. Resolves within `ANSWER_MS`,
	 * even if the database hangs.
	 */
	isReady(): Promise<boolean>;
	/** What works only in part, for operators. */
	warnings(): string[];
}

/** Load balancer probes time out after about 2 s. */
const ANSWER_MS = 1500;
/** SQLite needs free space for even one heartbeat: its write-ahead log grows by pages. */
const MIN_FREE_BYTES = 1024 * 1024;

/** The heartbeat shows that an engine runs, in this process or in another. */
export function createReadiness({ db, limiter, state }: Pick<Server, 'db' | 'limiter' | 'state'>): Readiness {
	/** As the latest query found them. */
	let pauses: readonly AddressPause[] = [];
	let silent: readonly SilentEngine[] = [];

	const isUsable = askInTime(ANSWER_MS, async () => {
		if (db.file !== null && !(await canGrow(db.file))) return false;
		const [alive, found, quiet] = await Promise.all([
			Worker.query(db.knex).whereBetween('heartbeatAt', aliveBetween(db)).resultSize(),
			readPauses(db.knex),
			readSilentEngines(db.knex),
		]);
		pauses = found;
		silent = quiet;
		return alive > 0;
	});

	return {
		isReady: async () => !state.draining && !state.damaged && (await isUsable()),
		warnings: () => [
			...(limiter.shared
				? []
				: ['Redis does not answer or takes no writes: each server counts calls for the rate limits on its own.']),
			...silent.map(silentText),
			...pauses.map(pauseText),
		],
	};
}

function pauseText({ address, until, reason }: AddressPause): string {
	return `Nothing is sent to Discord from the address "${address}" until ${utc(until)} at the latest. ${reason ?? ''}`.trim();
}

function silentText({ id, egress, lastAt }: SilentEngine): string {
	return `The engine ${id} of the address "${egress}" has not answered since ${utc(lastAt)}.`;
}

function utc(at: number): string {
	return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Whether the file of an embedded database can grow. */
async function canGrow(file: string): Promise<boolean> {
	try {
		await access(file, constants.W_OK);
		const { bavail, bsize } = await statfs(dirname(file));
		return bavail * bsize >= MIN_FREE_BYTES;
	} catch {
		return false;
	}
}
