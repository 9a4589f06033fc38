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
