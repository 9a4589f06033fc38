import { z } from 'zod';
import { serverSettings } from '@dropwire/bff/settings';
import { botSettings } from '@dropwire/bot/settings';

/** The text of `.env.example`: every setting with its purpose. */
export function envExample(): string {
	// Settings of both the server and the bot have the server's description; the bot's own settings come last.
	const all = { ...serverSettings, ...botSettings, ...serverSettings };
	const settings = Object.entries(all).map(([name, schema]) => {
		const { description = '' } = z.globalRegistry.get(schema) ?? {};
		// What a default is made from, where it is text, is what an operator can type.
		const fallback = schema instanceof z.ZodPrefault ? schema.def.defaultValue : schema.safeParse(undefined).data;
		return `# ${description}\n#${name}=${shownValue(fallback)}\n`;
	});
	return `# Copy to .env and set what differs; what is not set has the value shown.\n# docker compose reads MYSQL_PASSWORD besides.\n\n${settings.join('\n')}`;
}

function shownValue(fallback: unknown): string {
	if (Array.isArray(fallback)) return fallback.join(',');
	return typeof fallback === 'object' ? JSON.stringify(fallback) : String(fallback ?? '');
}
