import { ApiError } from '@dropwire/contract';
import { type ExitCode, exitOfMany, usage } from '../failure.ts';
import { stoppedAfter } from '../reportError.ts';
import type { Globals } from '../server/session.ts';
import { note, safe, writeJson, writeLine } from '../terminal/output.ts';

interface Result {
	discordId: string;
	status: 'approved' | 'declined' | null;
	problem: string | null;
}

/**
 * Decides requests one by one. A request that is not open any more does not stop the others.
 * @param decide returns the line to print
 * @throws Failure (usage) if an id is invalid; nothing is decided then
 */
export async function decideEach(
	wanted: readonly string[],
	status: 'approved' | 'declined',
	globals: Globals,
	decide: (discordId: string) => Promise<string>,
): Promise<ExitCode> {
	const { json = false } = globals;
	const ids = [...new Set(wanted)];
	const invalid = ids.find((id) => !/^\d{17,20}$/.test(id));
	if (invalid !== undefined) throw usage(`${JSON.stringify(invalid)} is not a Discord id of 17 to 20 digits.`);
	const results: Result[] = [];
	let stopped: unknown;
	for (const discordId of ids) {
		try {
			const line = await decide(discordId);
			results.push({ discordId, status, problem: null });
			if (!json) await writeLine(line);
		} catch (error) {
			if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) {
				stopped = error;
				break;
			}
			results.push({ discordId, status: null, problem: error.message });
			if (!json) note(`${discordId}: ${safe(error.message)}`);
		}
	}
	if (json && results.length > 0) await writeJson(results);
	if (stopped !== undefined) return stoppedAfter(results.length, stopped, globals);
	return exitOfMany(results.filter(({ problem }) => problem !== null).length, results.length);
}
