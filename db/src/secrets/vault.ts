import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and fingerprints what must not be read from a stolen database. Three keys are derived from SECRET_KEY. */
export interface Vault {
	/** Encrypts `text` (AES-256-GCM). `about` is bound to it: a value moved to another row does not open. */
	seal(text: string, about?: string): string;
	/** @throws Error when the value was sealed with another key, about something else, or was changed */
	open(sealed: string, about?: string): string;
	/** A keyed hash (HMAC-SHA-256, 64 hex digits): equal texts are found without being readable. */
	fingerprint(text: string): string;
	/** Key for signing cookies. */
	readonly cookieKey: string;
}

export function createVault(secretKey: string): Vault {
	const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `dropwire ${purpose}`, 32));
	// Key objects are made ready once; bytes would be for every call.
	const sealKey = createSecretKey(derive('seal'));
	const hashKey = createSecretKey(derive('fingerprint'));

	return {
		seal(text, about = '') {
			const iv = randomBytes(IV_BYTES);
			const cipher = createCipheriv(CIPHER, sealKey, iv).setAAD(Buffer.from(about));
			const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
			return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
		},
		open(sealed, about = '') {
			const bytes = Buffer.from(sealed, 'base64');
			const decipher = createDecipheriv(CIPHER, sealKey, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
				.setAAD(Buffer.from(about))
				.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
			return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
		},
		fingerprint(text) {
			return createHmac('sha256', hashKey).update(text).digest('hex');
		},
		cookieKey: derive('cookies').toString('hex'),
	};
}
