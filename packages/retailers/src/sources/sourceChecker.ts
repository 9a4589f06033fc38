import { sourceNameOf } from '@dropwire/domain';
import { checkSource, type SourceCheck } from './checkSource.ts';
import { SOURCES, type SourceSettings } from './index.ts';
import type { Source } from './source.ts';

/** `address` is the one that is set for the shop; null for a source that reads any shop by its own address. */
type AddressedCheck = SourceCheck & { address: string | null };

/** Checks sources at their shops. */
export interface SourceChecker {
	/** The names of all sources. */
	readonly names: readonly string[];
	/**
	 * Checks the named sources, or all, at the same time. Callers that ask for a source at once get the same check, so a
	 * shop is not asked twice.
	 */
	check(names?: readonly string[]): Promise<AddressedCheck[]>;
}

/** @param sources open ones; the checker does not close them */
export function createSourceChecker(sources: readonly Source[], settings: SourceSettings): SourceChecker {
	const byName = new Map(sources.map((source) => [sourceNameOf(source), source]));
	const addresses = new Map(SOURCES.map((source) => [sourceNameOf(source), addressOf(source, settings)]));
	const running = new Map<string, Promise<SourceCheck>>();

	function checkOnce(name: string, source: Source): Promise<SourceCheck> {
		const check = running.get(name) ?? checkSource(source).finally(() => running.delete(name));
		running.set(name, check);
		return check;
	}

	return {
		names: [...byName.keys()],
		check(names = [...byName.keys()]) {
			const asked = [...byName].filter(([name]) => names.includes(name));
			return Promise.all(
				asked.map(async ([name, source]) => ({
					...(await checkOnce(name, source)),
					address: addresses.get(name) ?? null,
				})),
			);
		},
	};
}

function addressOf({ url }: Partial<(typeof SOURCES)[number]>, settings: SourceSettings): string | null {
	return url ? settings.SHOP_URLS[url.name] : null;
}
