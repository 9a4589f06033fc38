import { isAtHost } from '@dropwire/domain';
import { failure, type FetchFailure } from './failure.ts';
import { isPublicHost } from './guard.ts';

/** A link that is not fetched. The message continues the field's name: `must be on the public internet, …`. */
export class GuardedLinkError extends Error {
	override name = 'GuardedLinkError';
}

/** A shop with an address of its own in the settings. */
export interface Place {
	/** The hosts of the real shop. */
	hosts: readonly string[];
	/** Where it is fetched from, without a trailing slash: the real shop, or another origin, with or without a path. */
	address: string;
}

/** What to connect to for a link. */
export interface Target {
	address: URL;
	/** The settings name the address: it can be private. */
	trusted: boolean;
}

/** Where links are fetched from: those of real shops from the addresses that are set, others from their own. */
export class Places {
	readonly #places: readonly Place[];
	readonly #privateShops: readonly string[];

	/** @param privateShops origins that can have a private address */
	constructor(places: readonly Place[], privateShops: readonly string[]) {
		this.#places = places;
		this.#privateShops = privateShops;
	}

	/** @throws GuardedLinkError if it leads to an address that is not public and not in the settings */
	targetOf(link: string): Target {
		const url = new URL(link);
		const place = this.#placeOf(link);
		// Links of the real shop keep their subdomains.
		if (place && !isAtHost(place.address, place.hosts)) {
			return { address: new URL(`${place.address}${url.pathname}${url.search}`), trusted: true };
		}
		if (!/^https?:$/.test(url.protocol)) throw new GuardedLinkError('must begin with http:// or https://');
		if (url.username || url.password) throw new GuardedLinkError('must not contain a user name or password');
		const trusted = this.#privateShops.includes(url.origin);
		if (!trusted && !isPublicHost(url)) throw notPublic(url);
		return { address: url, trusted };
	}

	/** The link to which a response redirects, or why it is not followed: it leads to another shop. */
	redirect(link: string, location: string): { link: string } | FetchFailure {
		const { address } = this.targetOf(link);
		const next = URL.parse(location, address);
		if (!next) return failure('HTTP status', `${address.host} returned an invalid redirect`);
		const place = this.#placeOf(link);
		if (!place) return { link: next.href };
		const real = this.#realLink(next, link, place);
		if (isAtHost(real, place.hosts)) return { link: real };
		return failure('moved', `${address.host} redirects to ${next.host}, which is another site`);
	}

	#realLink(next: URL, link: string, { address, hosts }: Place): string {
		const base = new URL(address);
		if (isAtHost(address, hosts) || next.origin !== base.origin) return next.href;
		const below = base.pathname.replace(/\/$/, '');
		const isBelow = `${next.pathname}/`.startsWith(`${below}/`);
		const path = isBelow ? next.pathname.slice(below.length) : next.pathname;
		return new URL(`${path || '/'}${next.search}`, link).href;
	}

	#placeOf(link: string): Place | undefined {
		return this.#places.find(({ hosts }) => isAtHost(link, hosts));
	}
}

export function notPublic({ hostname }: URL): GuardedLinkError {
	return new GuardedLinkError(`must be on the public internet, and ${hostname} is not`);
}
