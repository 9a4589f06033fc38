import type { ExchangeRates } from '@dropwire/domain';
import { freeBody } from '../fetching/bodyMemory.ts';
import { userAgentOf } from '../fetching/userAgent.ts';
import { createWebClient, isFailure } from '../fetching/webClient.ts';
import { readRates } from './readRates.ts';

/** The rates of the day, read when they are needed. */
export interface ExchangeRateReader {
	/** The rates, or null if there are none of the last week. Never rejects. */
	read(): Promise<ExchangeRates | null>;
	close(): Promise<void>;
}

/** The file changes once on each working day, around 16:00 CET. */
const FRESH_MS = 3 * 60 * 60_000;
const RETRY_MS = 5 * 60_000;
/** Older rates are not used: over holidays the newest are up to five days old. */
const OLDEST_MS = 7 * 24 * 60 * 60_000;
/** The file has about 2 kB. */
const LARGEST = 64 * 1024;
const TIMEOUT_MS = 5000;

export interface ExchangeRateOptions {
	/** The European Central Bank's daily file, or a copy of it. */
	url: string;
	contactEmail?: string | undefined;
	/** Called when the file cannot be fetched or read, at most every five minutes. */
	onFailure: (reason: string) => void;
}

export function createExchangeRates({ url, contactEmail, onFailure }: ExchangeRateOptions): ExchangeRateReader {
	const client = createWebClient({
		shop: 'The European Central Bank',
		userAgent: userAgentOf(contactEmail),
		timeoutMs: TIMEOUT_MS,
		largest: LARGEST,
		perHost: { concurrent: 1, perMinute: null, circuit: false },
		privateShops: [new URL(url).origin],
	});
	const ending = new AbortController();
	let rates: ExchangeRates | null = null;
	let nextAt = Number.NEGATIVE_INFINITY;
	let reading: Promise<void> | null = null;

	async function readAgain(): Promise<void> {
		nextAt = performance.now() + RETRY_MS;
		try {
			const answer = await client.get({ link: url, signal: ending.signal });
			if ('unchanged' in answer) return;
			if (isFailure(answer)) return onFailure(answer.words);
			const xml = answer.body.toString();
			freeBody(answer.body);
			rates = readRates(xml);
			nextAt = performance.now() + FRESH_MS;
		} catch (error) {
			// The rates that are known stay, and a later reader tries again.
			if (!ending.signal.aborted) onFailure(error instanceof Error ? error.message : String(error));
		}
	}

	return {
		async read() {
			if (performance.now() >= nextAt) {
				reading ??= readAgain().finally(() => (reading = null));
			}
			if (reading) await reading;
			return rates && Date.parse(rates.date) > Date.now() - OLDEST_MS ? rates : null;
		},
		async close() {
			ending.abort();
			await client.close();
		},
	};
}
