import type { AuditEntry } from './audit.ts';
import type { bulkCalls } from './bulk.ts';
import { ApiError, type Client } from './client.ts';
import type { socialCalls } from './social.ts';
import type { subscriptionCalls } from './subscriptions.ts';
import type { watchlistCalls } from './watchlists.ts';
import type { webhookCalls } from './webhooks.ts';

/** The calls that undo changes. */
type Api = Pick<
	Client<
		typeof bulkCalls & typeof socialCalls & typeof subscriptionCalls & typeof watchlistCalls & typeof webhookCalls
	>,
	| 'blacklistEdit'
	| 'blacklistInsert'
	| 'bulkSkus'
	| 'promoEdit'
	| 'promoInsert'
	| 'skuPin'
	| 'subscriptionEdit'
	| 'webhookChange'
>;

interface Undo {
	/** The button, and what a program asks before it runs the undo. */
	label: string;
	/** What to say afterwards. */
	done: string;
	/** @throws ApiError */
	run(api: Api): Promise<unknown>;
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
	const again = (what: string, run: (api: Api) => Promise<unknown>): Undo => ({
		label: 'Add again',
		done: `${what} was added again.`,
		run,
	});
	const { list, sku, productLink, regions, intervalMs } = before;
	if (isText(list) && isText(sku)) {
		// Not SET: an entry that somebody has added again keeps its link and regions.
		const rows = [{ action: 'ADD', type: list, sku, productLink: textOf(productLink), regions: textOf(regions) }];
		return again(`${sku} on ${list}`, async (api) => {
			const { data } = await api.bulkSkus({ dryRun: false, rows });
			// An entry that is on the list again keeps its interval, too.
			if (typeof intervalMs === 'number' && data[0]?.outcome === 'added')
				await pinAgain(api, { type: list, sku, intervalMs });
		});
	}
	const { promocode, description, blacklistword, category } = before;
	if (action === 'promoDelete' && isText(promocode) && isText(description)) {
		return again(promocode, (api) => api.promoInsert({ promocode, description }));
	}
	if (action === 'blacklistDelete' && isText(blacklistword) && isText(category)) {
		return again(blacklistword, (api) =>
			// The server checks the category.
			api.blacklistInsert({ blacklist: blacklistword, category }),
		);
	}
	return null;
}

/** Pins the interval of an entry that was added again. */
async function pinAgain(api: Api, pin: { type: string; sku: string; intervalMs: number }): Promise<void> {
	try {
		await api.skuPin(pin);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const { status, code, message: reason } = error;
		const message = `${pin.sku} on ${pin.type} was added again, but its interval could not be pinned: ${reason}`;
		throw new ApiError(status, { code, message });
	}
}

/** Restores the values before an edit, unless somebody has changed them after it. */
function edited({ action, target, webhook, after }: Change, before: Values): Undo | null {
	if (!isValues(after)) return null;
	const back = (what: string, run: (api: Api) => Promise<unknown>): Undo => ({
		label: 'Restore',
		done: `${what} restored.`,
		run,
	});
	const id = /\d+$/.exec(target ?? '')?.[0] ?? '';
	const { promocode, description, blacklistword, label, options, id: subscription } = before;
	if (action === 'promoEdit' && isText(promocode) && isText(description)) {
		const seen = { promocode: textOf(after['promocode']), description: textOf(after['description']) };
		return back(promocode, (api) => api.promoEdit({ id, promocode, description, before: seen }));
	}
	if (action === 'blacklistEdit' && isText(blacklistword)) {
		const seen = { blacklistword: textOf(after['blacklistword']) };
		return back(blacklistword, (api) => api.blacklistEdit({ id, blacklist: blacklistword, before: seen }));
	}
	if (webhook && isText(label) && isText(after['label']) && label !== after['label']) {
		const seen = { label: after['label'] };
		// Only this row: the webhook's other groups can have other labels.
		const row = isText(subscription) && { subscription };
		return back(`The label ${label} was`, (api) => api.webhookChange({ id: webhook.id, ...row, label, before: seen }));
	}
	const { version } = after;
	if (isText(subscription) && isValues(options) && typeof version === 'number') {
		return back('The options were', (api) => restoreOptions(api, { id: subscription, options, version }));
	}
	return null;
}

async function restoreOptions(api: Api, input: Parameters<Api['subscriptionEdit']>[0]): Promise<void> {
	try {
		await api.subscriptionEdit(input);
	} catch (error) {
		const isStale = error instanceof ApiError && error.status === 409 && error.fields['version'] !== undefined;
		if (!isStale) throw error;
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
