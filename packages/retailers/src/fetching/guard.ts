import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';

/** What IANA allocates for the public internet (RFC 4291, 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet: not private, loopback, link-local, mapped or reserved. */
export function isPublicAddress(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.process(address);
	// ipaddr.js has no range for IPv6 outside of it, such as `::7f00:1`, an old spelling of 127.0.0.1.
	const isGlobal = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
	return isGlobal && parsed.range() === 'unicast';
}

/** Names of the machine itself and of private networks (RFC 6761, 6762, 8375, and names that routers use). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|private|lan|home|corp|home\.arpa)$/;

/**
 * Whether a URL's host can be on the public internet: not a private address, and not a private or single-label name.
 */
export function isPublicHost({ hostname }: URL): boolean {
	const host = hostname
		.replace(/^\[|\]$/g, '')
		.replace(/\.$/, '')
		.toLowerCase();
	if (ipaddr.isValid(host)) return isPublicAddress(host);
	return host.includes('.') && !PRIVATE_NAME.test(host);
}

/**
 * Resolves names to public addresses only. Runs when the connection is made, so it also catches a name that resolves to
 * a different address the second time.
 */
const publicLookup: LookupFunction = (hostname, options, done) => {
	lookup(hostname, { ...options, all: true }, (error, addresses) => {
		if (error) return done(error, '', 0);
		const [first] = addresses;
		if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
			return done(Object.assign(new Error(`${hostname} is no public address`), { code: 'ENOTPUBLIC' }), '', 0);
		}
		return options.all ? done(null, addresses) : done(null, first.address, first.family);
	});
};

/** Connects to public addresses only. IP addresses in URLs need no lookup, so callers must check hosts first. */
export function publicAgent(options: Agent.Options = {}): Agent {
	return new Agent({ ...options, connect: { ...options.connect, lookup: publicLookup } });
}
