import { ApiError } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { exitOfMany, usage } from '../failure.ts';
import { stoppedAfter } from '../reportError.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, safe, writeJson, writeLine } from '../terminal/output.ts';

export const run: Work = async ({ args: [wanted], globals }) => {
	const ids = [...new Set(wanted as string[])];
	const invalid = ids.find((id) => !/^\d{1,15}$/.test(id));
	if (invalid !== undefined) throw usage(`${JSON.stringify(invalid)} is not the id of a delivery.`);
	const api = openClient(openSession(globals));
	const results: { id: string; status: string | null; problem: string | null }[] = [];
	let stopped: unknown;
	for (const id of ids) {
		try {
			const { data } = await api.redeliver({ id });
			results.push({ id, status: data.status, problem: null });
			if (!globals.json) await writeLine(`${id}: queued again`);
		} catch (error) {
			// The remaining deliveries are still sent, unless the user has no permission or the server does not answer.
			if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) {
				stopped = error;
				break;
			}
			results.push({ id, status: null, problem: error.message });
			if (!globals.json) note(`${id}: ${safe(error.message)}`);
		}
	}
	if (globals.json && results.length > 0) await writeJson(results);
	if (stopped !== undefined) return stoppedAfter(results.length, stopped, globals);
	return exitOfMany(results.filter(({ problem }) => problem !== null).length, results.length);
};
