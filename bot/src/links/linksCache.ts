import type { Link } from '@dropwire/contract';

const MAX_GUILDS = 500;

/** The last known links of recently used guilds, for autocomplete while the BFF does not respond in time. */
export class LinksCache {
	readonly #byGuild = new Map<string, readonly Link[]>();

	get(guildId: string): readonly Link[] {
		return this.#byGuild.get(guildId) ?? [];
	}

	/** Stores the links of a guild and removes the guild with the oldest entry. */
	put(guildId: string, links: readonly Link[]): void {
		this.#byGuild.delete(guildId);
		this.#byGuild.set(guildId, links);
		const [oldest] = this.#byGuild.keys();
		if (this.#byGuild.size > MAX_GUILDS && oldest !== undefined) this.#byGuild.delete(oldest);
	}

	forget(guildId: string): void {
		this.#byGuild.delete(guildId);
	}
}
