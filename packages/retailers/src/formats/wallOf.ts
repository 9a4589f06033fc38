/** What the pages say with which shops and their protection hold visitors off, instead of a product. */
const QUEUE =
	/\bqueue-?it\b|\b(?:virtual|online) (?:queue|waiting room)|\bwaiting room\b|\byou(?:'|’|&#39;)?(?: a|&rsquo;)?re (?:now )?in (?:line|the queue|a queue)|\byour (?:place|position) in (?:line|the queue)|\bin der warteschlange|\bfile d(?:'|’)attente|\bsala de espera/i;
const WALL =
	/\baccess (?:to this page )?(?:has been )?denied|\bcaptcha\b|\b(?:are you|verify (?:that )?you are) (?:a )?(?:human|robot)|\bunusual traffic|\bpardon our interruption|\brequest (?:was )?blocked|\bjust a moment\b|\bchecking your browser|\benable (?:javascript|js) and cookies|\b(?:cf-chl|px-captcha|datadome|_incapsula_)/i;
/** What a page of a shop has, and a wall does not. */
const SHOP =
	/\bog:type["']? content=["']?(?:og:)?product|<main\b|<h1\b|\btypeof=|\bitemtype=|application\/(?:ld\+json|json)/i;

/**
 * What a page without product data is: a shop's queue, a bot wall, or null for any other page of the shop. A page with
 * neither words nor the structure of a shop's page is a wall.
 */
export function wallOf(html: string): 'wall' | 'queue' | null {
	if (QUEUE.test(html)) return 'queue';
	return WALL.test(html) || !SHOP.test(html) ? 'wall' : null;
}
