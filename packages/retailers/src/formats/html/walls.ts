import type { ShopRefusal } from '../reading.ts';
import { withoutScripts } from './scripts.ts';

/** What shops show instead of the requested page: a bot wall, or a queue before a sale. */
export type Wall = 'wall' | 'queue';

/**
 * Words of such pages, by who makes them, outside of scripts and comments. Product pages do not have them. They are known
 * from the makers' documentation and from public reports.
 */
const TEXTS: readonly [wall: Wall, words: RegExp][] = [
	// Queue-it, Cloudflare's waiting room, and the shops' own.
	[
		'queue',
		/you(?:['’]re| are) (?:now |currently |waiting )*in (?:the |a |our )?(?:virtual )?(?:line|queue|waiting room)\b/i,
	],
	[
		'queue',
		/\b(?:virtual|online) (?:waiting room|queue)\b|\byour (?:estimated wait|(?:place|number|position) in (?:line|the queue))/i,
	],
	['queue', /<title>[^<]{0,80}\b(?:waiting room|queue-it|in (?:line|the queue))\b/i],
	['queue', /data-pageid=["']?queue\b|\/throttle\/queue\b/i],
	// Cloudflare.
	[
		'wall',
		/<title>\s*Just a moment\.{3}|Checking your browser before accessing|Enable JavaScript and cookies to continue/i,
	],
	['wall', /\bcf-browser-verification\b|\bcf-error-details\b|Attention Required! \| Cloudflare/i],
	// Akamai.
	['wall', /errors\.edgesuite\.net|\bsec-if-cpt-container\b|Powered and protected by\s+(?:<[^<>]{0,200}>)?\s*Akamai/i],
	['wall', /You don['’]t have permission to access\b|\bReference(?: |&#32;)(?:#|&#35;)\s?\d+\.[\da-f]+\./i],
	// Imperva: Incapsula and Distil.
	[
		'wall',
		/Incapsula incident ID|_Incapsula_Resource\?[^"'<>]{0,200}(?:incident_id|CWUDNSAI)|distil_r_(?:captcha|blocked)/i,
	],
	// DataDome, PerimeterX (HUMAN).
	['wall', /Please enable JS and disable any ad blocker|Access to this page has been denied/i],
	['wall', /\bpx-captcha\b|Press (?:&amp;|&|and) Hold\b/i],
	// F5, Sucuri, DDoS-Guard, AWS.
	['wall', /The requested URL was rejected\. Please consult with your administrator|Sucuri WebSite Firewall/i],
	['wall', /<title>\s*(?:DDoS-Guard|Human Verification)\s*<\/title>/i],
	// Amazon, Walmart, Google, and the shops' own.
	['wall', /Pardon Our Interruption|Robot or human\?|Are you a (?:human|robot)\?|Enter the characters you see below/i],
	[
		'wall',
		/(?:verify|confirm|prove|make sure)(?: that)? you(?:['’]re| are) (?:not a (?:ro)?bot|(?:a )?human)|unusual traffic from your/i,
	],
	[
		'wall',
		/you have been blocked\b|<title>\s*(?:Access Denied|(?:403[ -]*)?Forbidden|Blocked|Captcha|Security Check)\s*<\/title>/i,
	],
	['wall', />\s*(?:Access Denied|403 Forbidden)\s*(?:<|$)/i],
];

/** Marks of bot walls in scripts. */
const SCRIPTS =
	/\b_cf_chl_opt\b|\bcaptcha-delivery\.com|captcha\.px-c(?:dn|loud)\.net|\bgokuProps\b|\bawsWafCookieDomainList\b/;
/** Scripts of the same makers that product pages load, too: only a page that shows hardly anything else is a wall. */
const SHARED_SCRIPTS: readonly [wall: Wall, mark: RegExp][] = [
	['queue', /\bqueue-it\.net\b/i],
	[
		'wall',
		/\/cdn-cgi\/challenge-platform\/|\/_Incapsula_Resource\?|\bdatadome\.co\b|\bpx-c(?:dn|loud)\.net\b|\b_pxAppId\b/i,
	],
	['wall', /\/akam\/\d|\b_abck\b|\bbm-verify\b|\bKPSDK\b|\brbzns\b|\btoken\.awswaf\.com\b|\b(?:re|h)captcha\b/i],
];
/** The length of the text of a page that shows hardly anything, characters. */
const HARDLY_ANYTHING = 200;

/** Whether a page without product data is a bot wall or a queue; null without evidence of one. */
export function wallOf(html: string): Wall | null {
	const shown = withoutScripts(html);
	const [wall] = TEXTS.find(([, words]) => words.test(shown)) ?? [SCRIPTS.test(html) ? 'wall' : null];
	if (wall !== null) return wall;
	const text = shown
		.replaceAll(/<[^<>]*>/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim();
	if (text.length > HARDLY_ANYTHING) return null;
	return SHARED_SCRIPTS.find(([, mark]) => mark.test(html))?.[0] ?? null;
}

/** Refuses a page that a shop sends instead of JSON. */
export function insteadOfJson(text: string, message: string): ShopRefusal {
	const refused = withoutData(text, message);
	if (refused.queue) return refused;
	return { code: refused.code === 'wall' ? 'wall' : 'unreadable', message };
}

/**
 * Refuses an answer that has no data in a format.
 * @param message for an answer that is no wall
 */
export function withoutData(html: string, message: string): ShopRefusal {
	const wall = wallOf(html);
	if (wall === 'queue') return { code: 'wall', message: 'queue page: the shop lets visitors wait', queue: true };
	if (wall === 'wall') return { code: 'wall', message: 'The page is a bot wall' };
	return { code: 'no_product', message, noData: true };
}
