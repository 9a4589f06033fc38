/** The guilds whose last report is remembered. */
const MAX_GUILDS = 10_000;

/** The last reported roles of each guild, so that each state is reported once. */
export class ReportedRoles {
	readonly #byGuild = new Map<string, string>();

	/** @returns whether it differs from the last one, which it replaces */
	isNew(guildId: string, roles: string): boolean {
		if (this.#byGuild.get(guildId) === roles) return false;
		if (this.#byGuild.size >= MAX_GUILDS) this.#byGuild.clear();
		this.#byGuild.set(guildId, roles);
		return true;
	}

	has(guildId: string): boolean {
		return this.#byGuild.has(guildId);
	}
}
