import type { Work } from '../command.ts';
import { usage } from '../failure.ts';
import { failedItem, oneByOne, problemOf } from '../oneByOne.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { writeLine } from '../terminal/output.ts';

export const run: Work = async ({ args: [wanted], globals }) => {
	const ids = [...new Set(wanted as string[])];
	const invalid = ids.find((id) => !/^\d{1,15}$/.test(id));
	if (invalid !== undefined) throw usage(`${JSON.stringify(invalid)} is not the id of a delivery.`);
	const api = openClient(openSession(globals));
	return oneByOne(ids, globals, async (id) => {
		try {
			const { status } = (await api.redeliver({ id })).data;
			return { result: { id, status, problem: null }, failed: false, print: () => writeLine(`${id}: queued again`) };
		} catch (error) {
			return failedItem(id, problemOf(error), { id });
		}
	});
};
