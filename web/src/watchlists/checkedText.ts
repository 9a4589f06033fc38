import { ago } from '../ui/format.ts';

/** Checks that differ by less belong to one round, ms. */
const SAME_MS = 10_000;

interface Checked {
	checkedAt: number | null;
	oldestCheck?: { region: string; checkedAt: number | null } | null | undefined;
}

/** `checked 12s ago · KR 3m ago`: the latest check, and the oldest among the entry's regions where it differs. */
export function checkedText({ checkedAt, oldestCheck: oldest }: Checked): string[] {
	if (checkedAt === null) return ['not checked yet'];
	const text = `checked ${ago(checkedAt)}`;
	if (!oldest || checkedAt - (oldest.checkedAt ?? 0) < SAME_MS) return [text];
	return [text, `${oldest.region} ${oldest.checkedAt === null ? 'not yet' : ago(oldest.checkedAt)}`];
}
