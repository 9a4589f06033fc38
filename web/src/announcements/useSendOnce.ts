import type { CallInput, CallOutput, Contract } from '@dropwire/bff/contract';
import { useRef, useState } from 'react';
import { apiOnce } from '../data/client.ts';

/** Two clicks within this are one (the longest double click that desktops know): sending may be faster than that. */
const DOUBLE_CLICK_MS = 500;

type Input = CallInput<Contract['stockNumberSend']>;
type Sent = CallOutput<Contract['stockNumberSend']>['data'];

/**
 * Sends an announcement once, however often it is tried: until it is known to be stored or is changed, every try has
 * the same Idempotency-Key, also where the answer was lost on the way.
 */
export function useSendOnce(): {
	busy: boolean;
	/** @returns null while another try is under way @throws ApiError */
	send(input: Input): Promise<Sent | null>;
} {
	const [busy, setBusy] = useState(false);
	const underWay = useRef(false);
	const attempt = useRef<{ content: string; key: string } | null>(null);
	return {
		busy,
		async send(input) {
			if (underWay.current) return null;
			underWay.current = true;
			setBusy(true);
			const content = JSON.stringify(input);
			if (attempt.current?.content !== content) attempt.current = { content, key: newKey() };
			const pause = new Promise((resolve) => setTimeout(resolve, DOUBLE_CLICK_MS));
			try {
				const { data } = await apiOnce(attempt.current.key).stockNumberSend(input);
				await pause;
				attempt.current = null;
				return data;
			} finally {
				underWay.current = false;
				setBusy(false);
			}
		},
	};
}

/** 128 random bits; `randomUUID` is missing where the console is reached without TLS. */
function newKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
