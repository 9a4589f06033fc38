import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';

/** Whether an address is one of the public internet: no private, loopback, link-local, mapped or reserved one. */
export function isPublicAddress(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	return ipaddr.process(address).range() === 'unicast';
}

/**
 * Resolves names to public addresses only. It stands where the connection is made, so a name that answers another
 * address the second time is caught, too.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
	lookup(hostname, { ...options, all: true }, (error, addresses) => {
		if (error) return done(error, '', 0);
		const [first] = addresses;
		if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
			return done(Object.assign(new Error(`${hostname} is no public address`), { code: 'ENOTPUBLIC' }), '', 0);
		}
		return options.all ? done(null, addresses) : done(null, first.address, first.family);
	});
};

/** Connections that lead to public addresses alone. An address written out needs no lookup, so callers check names first. */
export function publicAgent(options: Agent.Options = {}): Agent {
	return new Agent({ ...options, connect: { ...options.connect, lookup: publicLookup } });
}
