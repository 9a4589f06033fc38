/** The part of a JSON Web Token that matters here. */
export interface JwtClaims {
	/** `exp` in epoch ms; null for a token without an expiry. */
	expiresAt: number | null;
}

/**
 * Reads a JSON Web Token (RFC 7519): three base64url parts, of which header and payload are JSON objects. Only the
 * retailer can check the signature.
 * @returns null if the text is no such token
 */
export function readJwt(token: string): JwtClaims | null {
	const parts = token.split('.');
	if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) return null;
	const [header, payload] = parts.map(jsonObject);
	if (!header || !payload || typeof header['alg'] !== 'string') return null;
	const { exp } = payload;
	if (exp === undefined) return { expiresAt: null };
	const ms = Math.round(Number(exp) * 1000);
	return typeof exp === 'number' && Number.isSafeInteger(ms) ? { expiresAt: ms } : null;
}

function jsonObject(part: string): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
	} catch {
		// Not JSON, so the text is no token.
		return null;
	}
}
