/** A path of one country: `/gb/`, `/us/en-us/`, `/en-us/` or `/us-en/`. */
const LOCALE = /^\/([a-z]{2})(?:[-_]([a-z]{2}))?(?=\/|$)/;
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Countries of several languages, with which a path begins: `/be-nl/`, `/ca-fr/`. */
const MULTILINGUAL = /^(?:be|ca|ch|lu)$/;

/** How the path of a link begins. */
interface Beginning {
	/** The country's name. */
	country: string;
	/** That of the path, else the country's. */
	language: string;
	/** The only code, where it can be a language (`/sv/`) or a department (`/tv/`) as well. */
	unsure: string | null;
}

/** Null for a path that begins with no country, as `/p/` or `/en/`, or with a language of the host's own country. */
function beginningOf(link: string): Beginning | null {
	const { pathname, hostname } = new URL(link);
	const [, first, second] = LOCALE.exec(pathname.toLowerCase()) ?? [];
	if (first === undefined) return null;
	if (second === undefined && MULTILINGUAL.test(hostname.split('.').at(-1) ?? '')) return null;
	const isOfFirst =
		second === undefined ||
		nameOf(second) === undefined ||
		MULTILINGUAL.test(first) ||
		!isLanguage(first) ||
		languageIn(first) === second;
	const [code, language] = isOfFirst ? [first, second ?? languageIn(first)] : [second, first];
	const country = nameOf(code);
	const unsure = second === undefined && language !== first ? first : null;
	return country === undefined ? null : { country, language, unsure };
}

function nameOf(code: string): string | undefined {
	return code === 'eu' ? undefined : COUNTRIES.of(code.toUpperCase());
}

/** The language that most people of a country have. */
function languageIn(country: string): string {
	return new Intl.Locale(`und-${country}`).maximize().language;
}

function isLanguage(code: string): boolean {
	return new Intl.Locale(code).maximize().region !== undefined;
}

/** Whether a link leads from a shop's pages for one country to those for another: its prices and stock are others. */
export function isAbroad(from: string, to: string): boolean {
	const [own, other] = [beginningOf(from), beginningOf(to)];
	if (!own || !other || own.country === other.country) return false;
	if (own.unsure !== null && new URL(to).pathname.endsWith(new URL(from).pathname)) return false;
	return own.unsure !== other.language && other.unsure !== own.language;
}
