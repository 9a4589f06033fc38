import { ApiError, type AuditEntry } from '@dropwire/contract';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { isStale } from '../api/conflicts.ts';

interface Undo {
	label: string;
	/** What to say afterwards. */
	done: string;
	/** @throws ApiError */
	run(): Promise<unknown>;
}

type Change = Pick<AuditEntry, 'action' | 'target' | 'webhook' | 'before' | 'after'>;
type Values = Readonly<Record<string, unknown>>;

/**
 * How a change is undone; null if it cannot be. The URL of a removed webhook is a secret that the log does not have, so
 * it cannot be added again.
 */
export function undoOf(change: Change): Undo | null {
	const { before } = change;
	if (!isValues(before)) return null;
	return (change.after === null ? removed : edited)(change, before);
}

/** Adds what was removed. */
function removed({ action }: Change, before: Values): Undo | null {
	const again = (what: string, run: () => Promise<unknown>): Undo => ({
		label: 'Add again',
		done: `${what} was added again.`,
		run,
	});
	const { list, sku, productLink, regions } = before;
	if (isText(list) && isText(sku)) {
		// Not SET: an entry that somebody has added again keeps its link and regions.
		const rows = [{ action: 'ADD', type: list, sku, productLink: textOf(productLink), regions: textOf(regions) }];
		return again(`${sku} on ${list}`, async () => {
			await api.bulkSkus({ dryRun: false, rows });
			await refresh('skus', 'hotSkus', 'skuStates');
		});
	}
	const { promocode, description, blacklistword, category } = before;
	if (action === 'promoDelete' && isText(promocode) && isText(description)) {
		return again(promocode, () => api.promoInsert({ promocode, description }));
	}
	if (action === 'blacklistDelete' && isText(blacklistword) && isText(category)) {
		return again(blacklistword, () =>
			// The server checks the category.
			api.blacklistInsert({ blacklist: blacklistword, category }),
		);
	}
	return null;
}

/** Restores the values before an edit, unless somebody has changed them after it. */
function edited({ action, target, webhook, after }: Change, before: Values): Undo | null {
	if (!isValues(after)) return null;
	const back = (what: string, run: () => Promise<unknown>): Undo => ({
		label: 'Restore',
		done: `${what} restored.`,
		run,
	});
	const id = /\d+$/.exec(target ?? '')?.[0] ?? '';
	const { promocode, description, blacklistword, label, options } = before;
	if (action === 'promoEdit' && isText(promocode) && isText(description)) {
		const seen = { promocode: textOf(after['promocode']), description: textOf(after['description']) };
		return back(promocode, () => api.promoEdit({ id, promocode, description, before: seen }));
	}
	if (action === 'blacklistEdit' && isText(blacklistword)) {
		const seen = { blacklistword: textOf(after['blacklistword']) };
		return back(blacklistword, () => api.blacklistEdit({ id, blacklist: blacklistword, before: seen }));
	}
	if (webhook && isText(label) && isText(after['label']) && label !== after['label']) {
		const seen = { label: after['label'] };
		return back(`The label ${label} was`, () => api.webhookChange({ id: webhook.id, label, before: seen }));
	}
	const { id: subscription } = before;
	const { version } = after;
	if (isText(subscription) && isValues(options) && typeof version === 'number') {
		return back('The options were', () => restoreOptions({ id: subscription, options, version }));
	}
	return null;
}

async function restoreOptions(input: Parameters<typeof api.subscriptionEdit>[0]): Promise<void> {
	try {
		await api.subscriptionEdit(input);
	} catch (error) {
		if (!isStale(error)) throw error;
		const message = 'These options have since been changed, so they were left as they are.';
		throw new ApiError(error.status, { code: error.code, message });
	}
}

function isValues(value: unknown): value is Values {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
