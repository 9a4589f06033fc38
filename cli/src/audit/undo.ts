import { type AuditEntry, undoOf } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { Failure, usage } from '../failure.ts';
import { openApi } from '../server/client.ts';
import { confirm } from '../terminal/ask.ts';
import { DRY_RUN, note, safe, warn, writeJson, writeLine } from '../terminal/output.ts';
import type { RemovalOptions } from '../terminal/removal.ts';

/** `audit undo`: restores what a change removed or replaced, as the console's Audit page does. */
export const run: Work<RemovalOptions, [string]> = async ({ args: [id], options: { dryRun, yes }, globals }) => {
	if (!/^[1-9]\d{0,14}$/.test(id)) throw usage(`${JSON.stringify(id)} is not an id of \`dropwire audit\`.`);
	const api = openApi(globals);
	// A page begins below its cursor.
	const [change] = (await api.audit({ cursor: String(Number(id) + 1) })).data;
	if (change?.id !== id) throw new Failure(`The audit log has no change ${id}.`, { hint: 'List them: dropwire audit' });
	const undo = undoOf(change);
	if (!undo) {
		throw new Failure(`This change cannot be undone: ${textOf(change)}.`, {
			hint: 'Removed entries, promo codes and blacklisted words, and edits of labels and options can be.',
		});
	}
	const question = `${undo.label}: ${textOf(change)}, before: ${JSON.stringify(change.before)}`;
	if (dryRun) {
		if (globals.json) await writeJson({ id, undo: undo.label, change });
		else await writeLine(safe(question));
		return warn(DRY_RUN);
	}
	if (!yes) {
		note(safe(question));
		if (!(await confirm(`${undo.label}?`))) throw new Failure('Nothing was changed.');
	}
	await undo.run(api);
	return globals.json ? writeJson({ id, undo: undo.label, done: undo.done }) : writeLine(safe(undo.done));
};

function textOf({ action, target, actorName, actor }: AuditEntry): string {
	return [action, target, `by ${actorName ?? actor ?? 'nobody signed in'}`].filter(Boolean).join(' ');
}
