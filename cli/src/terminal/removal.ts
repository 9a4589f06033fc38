import { Failure } from '../failure.ts';
import { confirm, mustHaveTerminal } from './ask.ts';
import { DRY_RUN, warn } from './output.ts';

export interface RemovalOptions {
	dryRun?: boolean;
	yes?: boolean;
}

interface Removal<Removed> {
	/** Returns the items that would be removed. @throws the errors of the removal itself */
	preview: () => Promise<Removed>;
	remove: () => Promise<Removed>;
	/** One line per removed item. */
	lines: (removed: Removed) => string[];
	/** Prints the result on stdout. */
	report: (removed: Removed) => Promise<void>;
}

/**
 * Shows the items to remove, asks for confirmation in the terminal, and removes them.
 * @throws Failure if the user declines (failed), or if there is neither a terminal nor --yes (usage)
 */
export async function removeConfirmed<Removed>(
	{ preview, remove, lines, report }: Removal<Removed>,
	{ dryRun = false, yes = false }: RemovalOptions,
): Promise<void> {
	if (dryRun) {
		await report(await preview());
		return warn(DRY_RUN);
	}
	if (!yes) {
		mustHaveTerminal();
		const shown = lines(await preview());
		for (const line of shown) warn(line);
		if (!(await confirm(shown.length === 1 ? 'Remove it?' : `Remove these ${shown.length}?`)))
			throw new Failure('Nothing was changed.');
	}
	return report(await remove());
}
