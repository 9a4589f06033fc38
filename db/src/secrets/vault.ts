import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and fingerprints the database's secrets, so a stolen copy does not reveal them. Three keys are derived from
 * SECRET_KEY. During a key rotation, values of the previous key can still be opened and found; new values use the
 * current key.
 */
export interface Vault {
	/**
	 * Encrypts `text` (AES-256-GCM) with `about` as associated data: the value cannot be opened with another `about`.
	 */
	seal(text: string, about?: string): string;
	/** @throws Error when the value was sealed with another key or another `about`, or was changed */
	open(sealed: string, about?: string): string;
	/**
	 * `open` for values that are read often: the last 20,000 texts stay in memory.
	 * @param key what the value belongs to: a webhook's id or a session's hash
	 */
	openCached(key: number | string, sealed: string, about: string): string;
	/** Whether the value was sealed with the current key. */
	isCurrent(sealed: string, about?: string): boolean;
	/**
	 * A keyed hash (HMAC-SHA-256, 64 hex digits). Equal texts have equal hashes, and a hash does not reveal its text.
	 */
	fingerprint(text: string): string;
	/** The fingerprint under the previous key; null if there is no previous key. */
	previousFingerprint(text: string): string | null;
	/** Keys for cookie signatures. The first key signs; all keys are accepted. */
	readonly cookieKeys: readonly string[];
}

/** The URLs of all webhooks of a large installation. A text takes about 500 bytes, with its key. */
const MAX_OPENED = 20_000;

export function createVault(secretKey: string, previousSecretKey?: string): Vault {
	const current = deriveKeys(secretKey);
	const previous = previousSecretKey && previousSecretKey !== secretKey ? deriveKeys(previousSecretKey) : null;

	/** Decryption would take most of the time of a list of webhooks; finding a text by a part of its sealed text, a seventh. */
	const opened = new LRUCache<number | string, { sealed: string; about: string; text: string }>({ max: MAX_OPENED });

	function open(sealed: string, about = ''): string {
		if (!previous) return current.open(sealed, about);
		try {
			return current.open(sealed, about);
		} catch {
			return previous.open(sealed, about);
		}
	}

	return {
		seal: current.seal,
		open,
		openCached(key, sealed, about) {
			const known = opened.get(key);
			if (known?.sealed === sealed && known.about === about) return known.text;
			const text = open(sealed, about);
			opened.set(key, { sealed, about, text });
			return text;
		},
		isCurrent(sealed, about = '') {
			try {
				current.open(sealed, about);
				return true;
			} catch {
				return false;
			}
		},
		fingerprint: current.fingerprint,
		previousFingerprint: (text) => previous?.fingerprint(text) ?? null,
		cookieKeys: [current.cookieKey, ...(previous ? [previous.cookieKey] : [])],
	};
}

/** The keys derived from one SECRET_KEY. */
function deriveKeys(secretKey: string) {
	const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `dropwire ${purpose}`, 32));
	// Key objects are prepared once; raw bytes would be prepared on every call.
	const sealKey = createSecretKey(derive('seal'));
	const hashKey = createSecretKey(derive('fingerprint'));

	return {
		seal: (text: string, about = ''): string => {
			const iv = randomBytes(IV_BYTES);
			const cipher = createCipheriv(CIPHER, sealKey, iv).setAAD(Buffer.from(about));
			const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
			return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
		},
		open: (sealed: string, about: string): string => {
			const bytes = Buffer.from(sealed, 'base64');
			const decipher = createDecipheriv(CIPHER, sealKey, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
				.setAAD(Buffer.from(about))
				.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
			return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
		},
		fingerprint: (text: string): string => createHmac('sha256', hashKey).update(text).digest('hex'),
		cookieKey: derive('cookies').toString('hex'),
	};
}
