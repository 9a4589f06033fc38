import type { Link } from '@dropwire/bff/contract';

const MOST_GUILDS = 500;

/** The links of guilds as the server last told them: for suggestions alone, when it does not answer in time. */
export class KnownLinks {
	readonly #byGuild = new Map<string, readonly Link[]>();

	get(guildId: string): readonly Link[] {
		return this.#byGuild.get(guildId) ?? [];
	}

	/** Remembers, and forgets who was asked about longest ago. */
	put(guildId: string, links: readonly Link[]): void {
		this.#byGuild.delete(guildId);
		this.#byGuild.set(guildId, links);
		const [oldest] = this.#byGuild.keys();
		if (this.#byGuild.size > MOST_GUILDS && oldest !== undefined) this.#byGuild.delete(oldest);
	}

	forget(guildId: string): void {
		this.#byGuild.delete(guildId);
	}
}
