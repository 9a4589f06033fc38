import type { Work } from '../command.ts';
import { EXIT, usage } from '../failure.ts';
import { openApi } from '../server/client.ts';
import { DRY_RUN, safe, warn, writeJson, writeLine } from '../terminal/output.ts';

import { termsOf, type TermsOptions, userText } from './terms.ts';

/** Outcomes of which nothing is done in a dry run, nor when another id is refused. */
const CHANGES: ReadonlySet<string> = new Set(['added', 'changed']);

const DISCORD_ID = /^\d{17,20}$/;
/** Wrong ids that an error names. */
const MAX_NAMED = 5;

interface Options extends TermsOptions {
	admin?: true;
	dryRun?: true;
	update?: true;
}

export const run: Work<Options> = async ({ args, globals, options }) => {
	const discordIds = (args[0] as string[]).map(String);
	const [discordId = ''] = discordIds;
	const { admin, dryRun = false, update } = options;
	const terms = termsOf(options);
	const invalid = discordIds.filter((id) => !DISCORD_ID.test(id));
	if (invalid.length > 0) {
		const named = invalid.slice(0, MAX_NAMED).map((id) => JSON.stringify(id));
		const more = invalid.length > MAX_NAMED ? ` and ${invalid.length - MAX_NAMED} more` : '';
		throw usage(`Not a Discord id of 17 to 20 digits: ${named.join(', ')}${more}.`);
	}
	const api = openApi(globals);
	if (admin && (discordIds.length > 1 || dryRun || update)) {
		throw usage('--admin adds one user, without --dry-run and --update.');
	}
	if (discordIds.length === 1 && !dryRun && !update) {
		const { data } = await api.userAdd({ discordId, client: admin ? 'false' : 'true', ...terms });
		if (globals.json) return writeJson([{ discordId: data.discordId, outcome: 'added', problem: null }]);
		return writeLine(safe(`added: ${userText(data)}`));
	}
	const result = await api.bulkUsers({ discordIds, ...terms, existing: update ? 'update' : 'keep', dryRun });
	const exit = result.counts.refused > 0 ? EXIT.failed : EXIT.done;
	if (globals.json) await writeJson(result.data);
	else {
		for (const row of result.data) {
			const would = result.applied || !CHANGES.has(row.outcome) ? '' : 'would be ';
			await writeLine(`${would}${row.outcome}: ${safe(row.discordId)}${row.problem === null ? '' : ` ${row.problem}`}`);
		}
		if (!result.applied) warn(dryRun ? DRY_RUN : 'Nothing was changed.');
	}
	return exit;
};
