import type { Delivery } from '@dropwire/contract';
import { duration } from '../ui/format.ts';

/** Codes and phrases in the reasons of webhooks that Discord no longer has, and of those whose token has changed. */
const DELETED = /\b(404|10015)\b|deleted in Discord/;
const WRONG_TOKEN = /\b(401|50027)\b/;

/** Why a webhook is off, and what to do about it. */
export function offText(reason: string | null): string {
	return `Off: ${reason ?? 'unknown reason'}. ${newUrlAdvice(reason) ?? 'Save a working URL to switch it on.'}`;
}

/** What to do about a reason for which no message can be sent with the same URL; null for another reason. */
export function newUrlAdvice(reason: string | null): string | null {
	if (reason !== null && DELETED.test(reason)) {
		return 'Discord no longer has this webhook. Create another one there and enter its URL.';
	}
	if (reason !== null && WRONG_TOKEN.test(reason)) {
		return 'Its token has changed. Copy its current URL from Discord and enter it.';
	}
	return null;
}

/** The message for a test that was not sent; the reason follows. */
const TEST_RESULTS: Readonly<Record<Delivery['status'], string>> = {
	sent: 'Test sent',
	pending: 'Test waiting',
	retrying: 'Test failed and will be retried',
	failed: 'Test failed',
	expired: 'Test failed',
};

/** What to show after a test message. */
export function testResult({
	status,
	reason,
	sentAt,
	queuedAt,
}: Pick<Delivery, 'status' | 'reason' | 'sentAt' | 'queuedAt'>) {
	if (status === 'sent') {
		return { bad: false, text: `Discord accepted the test in ${duration((sentAt ?? 0) - queuedAt)}.` };
	}
	const advice = newUrlAdvice(reason);
	const text = `${TEST_RESULTS[status]}: ${reason ?? 'no answer from Discord yet'}`;
	return { bad: true, text: advice === null ? text : `${text}. ${advice}` };
}
