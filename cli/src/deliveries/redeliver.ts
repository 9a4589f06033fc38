import { ApiError } from '@dropwire/bff/contract';
import type { Work } from '../command.ts';
import { exitOfMany, usage } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, safe, writeJson } from '../terminal/output.ts';
import { writeLine } from '../terminal/output.ts';

export const run: Work = async ({ args: [wanted], globals }) => {
	const ids = [...new Set(wanted as string[])];
	const odd = ids.find((id) => !/^\d{1,15}$/.test(id));
	if (odd !== undefined) throw usage(`${JSON.stringify(odd)} is no delivery's id.`);
	const api = openClient(openSession(globals));
	const results: { id: string; status: string | null; problem: string | null }[] = [];
	for (const id of ids) {
		try {
			const { data } = await api.redeliver({ id });
			results.push({ id, status: data.status, problem: null });
			if (!globals.json) await writeLine(`${id}: on its way again`);
		} catch (error) {
			// One that cannot be sent again does not keep the others; who may not at all learns it at once.
			if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) throw error;
			results.push({ id, status: null, problem: error.message });
			if (!globals.json) note(`${id}: ${safe(error.message)}`);
		}
	}
	if (globals.json) await writeJson(results);
	return exitOfMany(results.filter(({ problem }) => problem !== null).length, results.length);
};
