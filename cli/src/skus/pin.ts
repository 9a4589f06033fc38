import { durationText, PIN_LIMITS } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { usage } from '../failure.ts';
import { failedItem, oneByOne, problemOf } from '../oneByOne.ts';
import { openApi } from '../server/client.ts';
import { safe, writeLine } from '../terminal/output.ts';
import { type ListOptions, namedLists } from './lists.ts';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

/** `skus pin` */
export const pinSku: Work<ListOptions, [string, string]> = async ({ args: [sku, interval], options, globals }) => {
	const intervalMs = intervalOf(interval);
	const lists = namedLists(options);
	const api = openApi(globals, { repeatable: true });
	return oneByOne(lists, globals, async (type) => {
		try {
			const { data } = await api.skuPin({ type, sku, intervalMs });
			const text = `${safe(data.sku)} on ${type}: ${intervalText(data.intervalMs)}`;
			return { result: { ...data, problem: null }, failed: false, print: () => writeLine(text) };
		} catch (error) {
			return failedItem(`${safe(sku)} on ${type}`, problemOf(error), { type, sku });
		}
	});
};

function intervalText(intervalMs: number | null): string {
	return intervalMs === null
		? 'not pinned'
		: `every ${durationText(intervalMs)}, or as often as the shop's limit allows`;
}

/** @throws Failure (usage) for a text that is no interval */
function intervalOf(text: string): number | null {
	if (text.trim().toLowerCase() === 'none') return null;
	const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text.trim()) ?? [];
	const ms = Number(count) * (UNIT_MS[unit.toLowerCase()] ?? Number.NaN);
	if (ms >= PIN_LIMITS.minMs && ms <= PIN_LIMITS.maxMs) return Math.round(ms);
	throw usage(`${JSON.stringify(text)} is no interval from 2s to 60min.`, 'For example 10s, 5min, or none');
}
