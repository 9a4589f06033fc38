import type { OtherState } from '@dropwire/domain';
import { Parser } from 'htmlparser2';

/** What a page shows that lets its visitors wait. "You're in line" is also said about other lines. */
const WAITING =
	/(?:^|[.!?…] )you(?:['’]re| are) (?:now |currently |waiting )*in (?:the |a |our )?(?:virtual )?(?:line|queue|waiting room)(?= ?(?:$|[.!,;:–—(-])| to (?:enter|access|buy|purchase|shop|check ?out)\b| for (?:this|the (?:drop|release|launch|sale|product|item))\b| (?:for|to)$)/i;
/** What an element says in whose place a product on sale has a button. */
const BUTTONS: readonly [state: OtherState, words: RegExp][] = [
	['queue', /^(?:join|enter) (?:the )?(?:queue|line|waiting room)$/i],
	['draw', /^(?:join|enter) (?:the |our )?(?:online )?(?:draw|raffle)(?: now)?$/i],
];
/** The button of a product on sale. */
const BUY =
	/^(?:add to (?:my |your |the )?(?:shopping )?(?:cart|bag|basket|trolley)|buy (?:it )?now|in den warenkorb|jetzt kaufen|ajouter au panier|añadir (?:al carrito|a la cesta)|aggiungi al carrello|in winkelwagen|カートに入れる|加入购物车|加入購物車|장바구니)\W*$/i;
/** Words without which a page says nothing of this: most pages are not parsed. */
const HINT =
	/\bin (?:the |a |our )?(?:virtual )?(?:line|queue|waiting room)\b|\b(?:join|enter) (?:the |our )?(?:online )?(?:queue|line|waiting room|draw|raffle)\b/i;

/** Elements that show other things than the page's product: menus, lists of products, and what opens later. */
const ELSEWHERE = new Set(['nav', 'header', 'footer', 'aside', 'dialog', 'li', 'script', 'style', 'template']);
/** How many elements can be within each other: a parser takes long for pages that nest more. */
const DEEPEST = 1000;
const ROLES_ELSEWHERE = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'dialog', 'alertdialog']);

/**
 * How a product page says that what is in stock is sold; undefined for one on sale. Of the buttons, the first one is the
 * product's: those of other products follow it. Menus and links to other products do not count.
 * @param url the page's address
 */
export function soldAsIn(html: string, url: string): OtherState | undefined {
	if (!HINT.test(html)) return undefined;
	const open: boolean[] = [];
	let [text, depth] = ['', 0];
	let isWaiting = false;
	let button: OtherState | 'buy' | undefined;
	const press = (label: string) => {
		// Arrows and exclamation marks.
		const words = label.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]{1,9}$/u, '');
		button ??= BUY.test(words) ? 'buy' : BUTTONS.find(([, pattern]) => pattern.test(words))?.[0];
	};
	const flush = () => {
		const words = depth === 0 ? text.replaceAll(/\s+/g, ' ').trim() : '';
		text = '';
		if (words === '') return;
		isWaiting ||= WAITING.test(words);
		press(words);
	};
	const parser = new Parser({
		onopentag(tag, attributes) {
			flush();
			if (open.length >= DEEPEST) return parser.pause();
			const isWhole = tag === 'html' || tag === 'body';
			const isOutside =
				!isWhole && (ELSEWHERE.has(tag) || isHidden(attributes) || isLinkToAnother(attributes['href'], tag, url));
			open.push(isOutside);
			if (isOutside) depth++;
			else if (tag === 'input' && depth === 0 && /^(?:submit|button)$/i.test(attributes['type'] ?? ''))
				press((attributes['value'] ?? '').trim());
		},
		ontext(more) {
			text += more;
		},
		onclosetag() {
			flush();
			if (open.pop()) depth--;
		},
	});
	parser.write(html);
	flush();
	if (isWaiting) return 'queue';
	return button === 'buy' ? undefined : button;
}

/** What a page does not show, or not yet, and buttons that cannot be pressed. */
function isHidden({ hidden, disabled, role, style, 'aria-hidden': aria }: Record<string, string>): boolean {
	if (hidden !== undefined || disabled !== undefined || aria === 'true') return true;
	return ROLES_ELSEWHERE.has(role ?? '') || /\bdisplay\s*:\s*none\b/i.test(style ?? '');
}

/** Whether a link leads to a neighbour of the page: `/products/two` from `/products/one`. */
function isLinkToAnother(href: string | undefined, tag: string, page: string): boolean {
	const [to, from] = [URL.parse(href ?? '', page), URL.parse(page)];
	if (tag !== 'a' || href === undefined || !to || !from || to.host !== from.host) return false;
	const [path, own] = [to, from].map(({ pathname }) => pathname.replace(/\/$/, '')) as [string, string];
	return path !== own && folderOf(path) === folderOf(own);
}

function folderOf(path: string): string {
	return path.slice(0, path.lastIndexOf('/'));
}
