import { type ExitCode, usage } from '../failure.ts';
import { failedItem, oneByOne, problemOf } from '../oneByOne.ts';
import type { Globals } from '../server/session.ts';
import { writeLine } from '../terminal/output.ts';

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
	const ids = [...new Set(wanted)];
	const invalid = ids.find((id) => !/^\d{17,20}$/.test(id));
	if (invalid !== undefined) throw usage(`${JSON.stringify(invalid)} is not a Discord id of 17 to 20 digits.`);
	return oneByOne(ids, globals, async (discordId) => {
		try {
			const line = await decide(discordId);
			return { result: { discordId, status, problem: null }, failed: false, print: () => writeLine(line) };
		} catch (error) {
			return failedItem(discordId, problemOf(error), { discordId });
		}
	});
}
