const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token as a retailer issues it, with these claims: only its shape and its expiry are checked. */
export const retailerToken = (claims: { exp?: number } = {}) => `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;
