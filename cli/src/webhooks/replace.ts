import { listRowText, type Replacement } from '@dropwire/contract';
import { counted, maskWebhookUrl } from '@dropwire/domain';
import { text } from 'node:stream/consumers';
import type { Work } from '../command.ts';
import { Failure } from '../failure.ts';
import { openApi } from '../server/client.ts';
import { confirm, mustHaveTerminal } from '../terminal/ask.ts';
import { DRY_RUN, safe, warn, writeJson, writeLine } from '../terminal/output.ts';
import type { RemovalOptions } from '../terminal/removal.ts';

/** `webhooks replace`: another webhook on every list, after showing the lists. */
export const run: Work<RemovalOptions, [from: string, to: string]> = async ({
	args: [from, given],
	options: { dryRun = false, yes = false },
	globals,
}) => {
	// On the command line other users of the computer may see the URL, from stdin not.
	const to = given === '-' ? (await text(process.stdin)).trim() : given;
	const api = openApi(globals);
	if (!dryRun && !yes) {
		mustHaveTerminal();
		const { data } = await api.webhookReplace({ from, to, dryRun: true });
		for (const line of linesOf(data)) warn(line);
		const question = `Replace ${maskWebhookUrl(from)} in ${counted(data.rows.length, 'list')}?`;
		if (!(await confirm(question))) throw new Failure('Nothing was changed.');
	}
	const { data } = await api.webhookReplace({ from, to, dryRun });
	if (globals.json) await writeJson(data);
	else for (const line of linesOf(data)) await writeLine(line);
	if (dryRun) warn(DRY_RUN);
};

function linesOf({ applied, rows, waiting, deletes }: Replacement): string[] {
	const open = counted(waiting, 'message');
	return [
		...rows.map((row) => `~ ${safe(listRowText(row))}`),
		...(waiting > 0 ? [`${open} that waited for the old webhook ${applied ? 'failed' : 'would fail'}.`] : []),
		...(deletes ? [`The bot ${applied ? 'deletes' : 'would delete'} the old webhook at Discord.`] : []),
	];
}
