/**
 * Discord requires clients to identify themselves in this format, and blocks others (its documentation, "User Agent").
 */
export const DISCORD_USER_AGENT = 'DiscordBot (https://github.com/dropwire/dropwire, 1.0.0)';
