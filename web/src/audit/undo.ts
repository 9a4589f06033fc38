import type { AuditEntry } from '@dropwire/contract';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';

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
		const rows = [{ action: 'SET', type: list, sku, productLink: textOf(productLink), regions: textOf(regions) }];
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

/** Restores the values before an edit. */
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
		return back(promocode, () => api.promoEdit({ id, promocode, description }));
	}
	if (action === 'blacklistEdit' && isText(blacklistword)) {
		return back(blacklistword, () => api.blacklistEdit({ id, blacklist: blacklistword }));
	}
	if (webhook && isText(label) && isText(after['label']) && label !== after['label']) {
		return back(`The label ${label} was`, () => api.webhookChange({ id: webhook.id, label }));
	}
	const { id: subscription } = before;
	if (isText(subscription) && isValues(options) && isValues(after['options'])) {
		return back('The options were', () => api.subscriptionEdit({ id: subscription, options }));
	}
	return null;
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
