import { timingSafeEqual } from 'node:crypto';
import Keygrip from 'keygrip';

/**
 * Signs and checks cookies as keygrip does, in the same format, but compares signatures with Node's function for that.
 * keygrip compares two more HMACs with a random key instead, which cost more than the signature, on every request.
 * @param secrets the first one signs; all are accepted
 */
export function cookieKeys(secrets: readonly string[]): Keygrip {
	const keys = new Keygrip([...secrets], 'sha256');
	const single = secrets.map((secret) => new Keygrip([secret], 'sha256'));
	keys.index = (data, digest) => single.findIndex((key) => isEqual(key.sign(data), digest));
	return keys;
}

function isEqual(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}
