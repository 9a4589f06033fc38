/** What Discord accepts as an address and as a sender's name. Anything else in a message makes it reject the whole message. */

/** Discord's limit for the URL of an embed, a picture or a sender's picture, in characters. */
const MAX_URL = 2048;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Labels of letters, digits and hyphens; the last one is a top-level domain. */
const DOMAIN = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d]{4,59})$/;
/** What RFC 3986 does not allow in a path or a query, although browsers leave it there, and a percent sign of no escape. */
const UNENCODED = /[^\w\-.~!$&'()*+,;=:@/?%]|%(?![\da-f]{2})/gi;

/**
 * The address as Discord accepts it in an embed or for a picture: http or https, a host with a dot (a domain name or an
 * IPv4 address), no user, an encoded path, at most 2,048 characters. Discord answers others with "Not a well formed URL"
 * (bugsink#280, alertmanager-discord#19, discord.js#7438); its rule agrees with the `URLType` of the library schematics.
 * @returns undefined if Discord would reject it: a part of it would lead elsewhere
 */
export function discordUrl(text: string | null | undefined): string | undefined {
	if (!text || !URL.canParse(text)) return undefined;
	const { protocol, username, password, hostname, port, origin, pathname, search, hash } = new URL(text);
	if (!/^https?:$/.test(protocol) || username || password) return undefined;
	if (!(IPV4.test(hostname) || DOMAIN.test(hostname.replace(/\.$/, ''))) || port.length === 1) return undefined;
	const rest = hash && `#${encoded(hash.slice(1))}`;
	const address = `${origin}${encoded(pathname)}${encoded(search)}${rest}`;
	return address.length <= MAX_URL ? address : undefined;
}

function encoded(part: string): string {
	return part.replace(UNENCODED, (character) => encodeURIComponent(character));
}

/** Why Discord rejects an address that `discordUrl` leaves out, as the rest of a sentence about the field. */
export const DISCORD_URL_RULE =
	'must be a URL that Discord accepts: the host needs a dot, like cdn.example.com, and the URL at most 2,048 characters';

/** Parts of a name that Discord rejects for a webhook, in any letter case (its documentation, "Create Webhook"). */
const FORBIDDEN_PARTS = ['clyde', 'discord'] as const;
/** Whole names that it rejects (its documentation, "Usernames and Nicknames"; MinnDevelopment/discord-webhooks#100). */
const FORBIDDEN_NAMES = ['everyone', 'here'] as const;
const MAX_NAME = 80;
/** Characters without a shape, which Discord trims or ignores. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text has a character that is visible, without which Discord takes a name as empty. */
export function isVisible(text: string): boolean {
	return text.replace(INVISIBLE, '') !== '';
}

/**
 * Why Discord rejects the name of a webhook or of a message's sender, as the rest of a sentence about the field; null if
 * it accepts the name.
 */
export function discordNameProblem(name: string): string | null {
	const visible = name.replace(INVISIBLE, '').toLowerCase();
	if (!isVisible(name)) return 'must have a visible character';
	if (name.trim().length > MAX_NAME) return `must have at most ${MAX_NAME} characters`;
	if (FORBIDDEN_NAMES.some((whole) => visible === whole)) {
		return `must not be ${FORBIDDEN_NAMES.join(' or ')}, which Discord rejects`;
	}
	return FORBIDDEN_PARTS.some((part) => visible.includes(part))
		? `must not contain ${FORBIDDEN_PARTS.join(' or ')}, which Discord rejects`
		: null;
}
