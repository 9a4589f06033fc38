import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode, Signer } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { ServerSettings } from '../settings.ts';
import { CallError, notFound } from './errors.ts';

/** @throws CallError 401 for a body that was not signed as its signer does it */
export type SignatureCheck = (headers: IncomingHttpHeaders, body: string) => void;

export const REJECT_REASONS = ['headers', 'signature', 'time', 'size', 'body', 'replayed'] as const;
/** Why a signed body changed nothing. */
export type RejectReason = (typeof REJECT_REASONS)[number];

/** Bodies that other services sign, and how many were rejected. */
export interface Signatures {
	/** @throws CallError 404 where the signer's setting is missing */
	checkOf(signer: Signer): SignatureCheck;
	/** Whether the signer's setting exists. */
	has(signer: Signer): boolean;
	/**
	 * Counts a rejected body. An error that is not about the body is not counted.
	 * @param trx the transaction of the call, if it has one
	 */
	noteRejected(signer: Signer, why: CallError | RejectReason, trx?: Knex): Promise<void>;
}

const HOUR = 3_600_000;
const SETTINGS = { billing: 'BILLING_SECRETS', discord: 'DISCORD_PUBLIC_KEY' } as const;
const REASONS: Partial<Record<ErrorCode, RejectReason>> = {
	too_large: 'size',
	invalid_input: 'body',
	unsupported_media_type: 'body',
};

class SignatureError extends CallError {
	readonly reason: RejectReason;

	constructor(reason: RejectReason, message: string) {
		super('unauthenticated', message);
		this.reason = reason;
	}
}

export function createSignatures(
	{
		BILLING_SECRETS: secrets,
		DISCORD_PUBLIC_KEY: publicKey,
	}: Pick<ServerSettings, 'BILLING_SECRETS' | 'DISCORD_PUBLIC_KEY'>,
	knex: Knex,
): Signatures {
	const checks: Record<Signer, SignatureCheck | null> = {
		billing: secrets ? checkStandardWebhook(secrets) : null,
		discord: publicKey === undefined ? null : checkDiscord(publicKey),
	};
	return {
		checkOf(signer) {
			const check = checks[signer];
			if (!check) throw notFound(`This address needs the setting ${SETTINGS[signer]}, and without it`);
			return check;
		},
		has: (signer) => checks[signer] !== null,
		async noteRejected(signer, why, trx = knex) {
			const isError = why instanceof CallError;
			const reason = why instanceof SignatureError ? why.reason : isError ? REASONS[why.code] : why;
			if (reason === undefined) return;
			const lastAt = Date.now();
			const row = { signer, reason, hour: lastAt - (lastAt % HOUR), count: 1, lastAt };
			await trx('rejected_events')
				.insert(row)
				.onConflict(['signer', 'reason', 'hour'])
				.merge({ count: knex.raw('?? + 1', ['rejected_events.count']), lastAt });
		},
	};
}

/** Standard Webhooks: HMAC-SHA256 over id, time and body, at most 5 minutes old (standardwebhooks.com). */
function checkStandardWebhook(secrets: readonly string[]): SignatureCheck {
	const keys = secrets.map((secret) => new Webhook(secret));
	return (headers, body) => {
		const given = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
		const missing = given.filter((name) => typeof headers[name] !== 'string' || headers[name] === '');
		if (missing.length > 0) throw new SignatureError('headers', `The header ${missing.join(', ')} is required.`);
		const problems = keys.map((key) => problemWith(key, headers as Record<string, string>, body));
		if (problems.includes(null)) return;
		const late = problems.find((problem) => problem?.includes('timestamp'));
		if (late === undefined) {
			throw new SignatureError(
				'signature',
				'webhook-signature is not the signature of this body with BILLING_SECRETS.',
			);
		}
		throw new SignatureError(
			'time',
			`webhook-timestamp ${JSON.stringify(headers['webhook-timestamp'])} is more than 5 minutes from the server's time (${Math.floor(Date.now() / 1000)} s).`,
		);
	};
}

function problemWith(key: Webhook, headers: Record<string, string>, body: string): string | null {
	try {
		key.verify(body, headers, { jsonParse: false });
		return null;
	} catch (error) {
		if (error instanceof WebhookVerificationError) return error.message;
		return 'The signature could not be read';
	}
}

/** Ed25519 over the time and the body (Discord's documentation, "Webhook Events"). */
function checkDiscord(publicKey: string): SignatureCheck {
	const x = Buffer.from(publicKey, 'hex').toString('base64url');
	const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
	return (headers, body) => {
		const [signature, timestamp] = [headers['x-signature-ed25519'], headers['x-signature-timestamp']];
		if (typeof signature !== 'string' || typeof timestamp !== 'string') {
			throw new SignatureError('headers', 'The headers X-Signature-Ed25519 and X-Signature-Timestamp are required.');
		}
		if (/^[0-9a-f]{128}$/i.test(signature)) {
			if (verify(null, Buffer.from(timestamp + body), key, Buffer.from(signature, 'hex'))) return;
		}
		throw new SignatureError(
			'signature',
			'X-Signature-Ed25519 is not the signature of this body with DISCORD_PUBLIC_KEY.',
		);
	};
}
