import type { WebhookDetails } from '@dropwire/contract';
import { keptDraft } from '../ui/keptDraft.ts';
import { topicKey } from './matrixChanges.ts';
import { nameOf, operatorRows } from './rows.ts';

/** The changed cells of a webhook's matrix, by the key of their topic: checked or not. */
export type Cells = ReadonlyMap<string, boolean>;

export interface MatrixDraft {
	/** The webhook's name. */
	name: string;
	cells: Cells;
}

const NO_CELLS: Cells = new Map();

/** The changes that are not applied yet, by the id of their webhook. */
const drafts = keptDraft<ReadonlyMap<string, MatrixDraft>>(new Map(), ({ size }) => size === 0);

/** The webhooks whose matrix has changes that are not applied yet. */
export const useMatrixDrafts = drafts.useDraft;

/** The changed cells of one webhook. */
export function useMatrixCells(id: string): Cells {
	return drafts.useDraft().get(id)?.cells ?? NO_CELLS;
}

export function keepMatrixCells(webhook: WebhookDetails, cells: Cells): void {
	const next = new Map(drafts.read());
	if (cells.size === 0) next.delete(webhook.id);
	else next.set(webhook.id, { name: nameOf(webhook), cells });
	drafts.write(next);
}

/** Drops the cells that are saved as the user wants them, also by somebody else. */
export function dropSavedCells(webhook: WebhookDetails): void {
	const draft = drafts.read().get(webhook.id);
	if (!draft) return;
	const saved = new Set(operatorRows(webhook).map(({ topic }) => topicKey(topic)));
	const cells = new Map([...draft.cells].filter(([key, on]) => saved.has(key) !== on));
	if (cells.size !== draft.cells.size || draft.name !== nameOf(webhook)) keepMatrixCells(webhook, cells);
}

/** Drops the cells that were applied. The user may have changed others, or the same ones again, in the meantime. */
export function dropAppliedCells(webhook: WebhookDetails, applied: Cells): void {
	const cells = [...(drafts.read().get(webhook.id)?.cells ?? [])];
	keepMatrixCells(webhook, new Map(cells.filter(([key, on]) => applied.get(key) !== on)));
}

/** Drops the changes of a webhook that no longer exists. */
export function dropMatrixDraft(id: string): void {
	moveMatrixDraft(id, null);
}

/** Gives the changes of a webhook to the one that replaces it. */
export function moveMatrixDraft(from: string, to: string | null): void {
	const next = new Map(drafts.read());
	const draft = next.get(from);
	if (!draft) return;
	next.delete(from);
	if (to !== null) next.set(to, draft);
	drafts.write(next);
}
