import type { CallInput, CallOutput, Contract } from '@dropwire/contract';
import { useRef, useState } from 'react';
import { apiOnce } from '../api/client.ts';

/**
 * Two clicks within this time count as one, ms (the longest double-click interval of desktops); sending may be faster.
 */
const DOUBLE_CLICK_MS = 500;

type Input = CallInput<Contract['stockNumberSend']>;
type Sent = CallOutput<Contract['stockNumberSend']>['data'];

/** The last attempt without an answer. It outlives the screen, as the text of the announcement does (`useDraft`). */
let attempt: { content: string; key: string } | null = null;

/**
 * Sends an announcement once, however often the user tries. All attempts have the same Idempotency-Key, even after a
 * lost response, until the server confirms the announcement or the user edits it.
 */
export function useSendOnce(): {
	busy: boolean;
	/** @returns null while another attempt is running @throws ApiError */
	send(input: Input): Promise<Sent | null>;
} {
	const [busy, setBusy] = useState(false);
	const running = useRef(false);
	return {
		busy,
		async send(input) {
			if (running.current) return null;
			running.current = true;
			setBusy(true);
			const content = JSON.stringify(input);
			if (attempt?.content !== content) attempt = { content, key: newKey() };
			const pause = new Promise((resolve) => setTimeout(resolve, DOUBLE_CLICK_MS));
			try {
				const { data } = await apiOnce(attempt.key).stockNumberSend(input);
				await pause;
				attempt = null;
				return data;
			} finally {
				running.current = false;
				setBusy(false);
			}
		},
	};
}

/** 128 random bits; `randomUUID` is missing when the console is opened without TLS. */
function newKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
