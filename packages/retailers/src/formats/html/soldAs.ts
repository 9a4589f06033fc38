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
/** What the button of a product says that is not in stock. Other elements name lists of such products with these words. */
const ORDERS: readonly [state: OtherState, words: RegExp][] = [
	[
		'preorder',
		labels([
			'pre[- ]?order(?: it)?(?: now| today)?',
			'(?:jetzt )?vorbestell(?:en|ung|bar)',
			'pr[ée][- ]?command(?:e|er|ez)(?: maintenant)?',
			'(?:reservar|preordenar|preventa|precompra)(?: ahora| agora)?|pré-(?:venda|encomendar?)',
			'pre-?ordina(?: ora)?|prenota(?: ora)?|nu reserveren',
			'(?:zamów|kup) w przedsprzedaży|przedsprzedaż|předobjednat|predobjednať',
			'förbeställ|förboka|forudbestil|forhåndsbestill|ennakkotilaa',
			'(?:оформить )?предзаказ(?:ать)?|ön sipariş(?: ver)?',
			'(?:今すぐ)?予約(?:注文)?(?:する)?|예약 ?(?:구매|주문)(?:하기)?|(?:立即)?(?:预[订购定]|預[訂購定])',
		]),
	],
	['backorder', labels(['back[- ]?order(?: it)?(?: now)?'])],
];
/** What the button of a product on sale says, in a pattern. */
const BUY = labels([
	'add to (?:my |your |the )?(?:shopping )?(?:cart|bag|basket|trolley)|buy(?: it)?(?: now)?',
	'in den (?:warenkorb|einkaufswagen)(?: legen)?|zum warenkorb hinzufügen|(?:jetzt )?kaufen',
	'ajouter au panier|acheter(?: maintenant)?',
	'(?:añadir|agregar) (?:al carrito|a la (?:cesta|bolsa))|comprar(?: ahora| agora)?',
	'adicionar (?:ao (?:carrinho|cesto)|à sacola)',
	'aggiungi (?:al carrello|alla borsa)|acquista(?: ora)?',
	'(?:toevoegen aan|in) (?:je |mijn )?winkel(?:wagen|mandje|mand)|koop nu|nu kopen',
	'(?:dodaj )?do koszyka|kup(?: teraz)?',
	'(?:(?:přidat|vložit|pridať|vložiť) )?do košík[ua]|koupit|kúpiť',
	'lägg (?:till )?i (?:varukorg|kundvagn)(?:en)?|köp(?: nu)?',
	'(?:læg i|tilføj til) (?:ind(?:købs)?)?kurv(?:en)?|køb(?: nu)?',
	'legg (?:til )?i handlekurv(?:en)?|kjøp(?: nå)?',
	'lisää (?:ostos)?koriin|osta(?: nyt)?',
	'kosárba(?: (?:teszem|rakom))?',
	'adaugă în coș|cumpără(?: acum)?',
	'sepete ekle|(?:hemen )?satın al',
	'προσθήκη στο καλάθι',
	'(?:добавить )?в корзину|купить(?: сейчас)?|(?:додати )?(?:в|у|до) кошика?|купити',
	'カートに(?:入れる|追加(?:する)?)|今すぐ(?:購入|買う)(?:する)?|(?:加入|添加到)(?:购物车|購物車)|立即(?:购买|購買)',
	'장바구니(?:에)?(?: ?(?:담기|추가))?|(?:바로 ?)?구매(?:하기)?',
]);
/** What it says until a size is chosen. */
const CHOOSE = labels([
	'(?:select|choose|pick) (?:a |your )?size|größe (?:aus)?wählen',
	'(?:choisi(?:r|ssez)|sélectionne[rz]) (?:une |la |votre )?(?:taille|pointure)',
	'(?:selecciona|elige)r? (?:una |la |tu )?talla|seleziona (?:una |la )?taglia|selecion[ae]r? (?:o |um )?tamanho',
	'(?:kies|selecteer) (?:je |een )?maat|v[æe]lg størrelse|välj storlek|valitse koko',
	'wybierz rozmiar|vyber(?:te)? (?:velikost|veľkosť)|выберите размер|виберіть розмір',
	'サイズを選択(?:する)?|사이즈 선택|选择尺码|選擇尺碼',
	'(?:select|choose) (?:an? |your )?options?',
]);
/** What forms and buttons that put a product into the cart have among their attributes. */
const ADD = /\/cart\/add\b|add[-_]?to[-_]?(?:cart|bag|basket)/i;
/** Words without which a page says nothing of this: most pages are not parsed. */
const HINTS = [
	/\bin (?:the |a |our )?(?:virtual )?(?:line|queue|waiting room)\b|\b(?:join|enter) (?:the |our )?(?:online )?(?:queue|line|waiting room|draw|raffle)\b/i,
	/(?:pre|back)[- ]?order|vorbestell|pr[ée][- ]?command|reservar|preordenar|preventa|precompra|pré-(?:venda|encomend)|pre-?ordina|prenota|reserveren/i,
	/przedsprzeda|předobjednat|predobjednať|förb(?:eställ|oka)|forudbestil|forhåndsbestill|ennakkotilaa|предзаказ|ön sipariş|予約|예약|预[订购定]|預[訂購定]/i,
];

/** A price or a remark can follow the words. */
function labels(words: readonly string[]): RegExp {
	return new RegExp(String.raw`^(?:${words.join('|')})\s*(?:[^\p{L}\s].*)?$`, 'iu');
}

/** Elements that show other things than the page's product: menus, dialogs, and what opens later. */
const ELSEWHERE = new Set(['nav', 'header', 'footer', 'dialog', 'script', 'style', 'template']);
/** Elements that show other things, such as lists of products, unless they hold the product's form. */
const BESIDE = new Set(['aside', 'li']);
/** How many elements can be within each other: a parser takes long for pages that nest more. */
const DEEPEST = 1000;
const ROLES_ELSEWHERE = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'dialog', 'alertdialog']);

/**
 * What an element is, or is within: not about the page's product, a link to another one, something beside it, not to be
 * pressed, a button, or one that puts the product into the cart; `cart` is the form of such buttons.
 */
type Part = 'elsewhere' | 'another' | 'beside' | 'disabled' | 'button' | 'cart' | 'add';

/** What a page has shown so far. */
interface Seen {
	isWaiting: boolean;
	button?: OtherState | 'buy';
	/** The product's button is there, but a size has to be chosen first. */
	isChoosing: boolean;
	/** The product's button has been seen, then the end of the form around it, if any, and then another product. */
	own?: 'open' | 'closed' | 'past';
	/** The shop's ID of the product, as its form has it. */
	product?: string;
}
const NOTHING: Seen = { isWaiting: false, isChoosing: false };

/**
 * How a product page says that what is in stock is sold; undefined for one on sale. Of the buttons, the first one is the
 * product's: those of other products follow it or its form, and those of the shop precede the page's main element or heading.
 * Menus and links to other products do not count, nor do asides and lists, except for forms and buttons that put
 * the product itself into the cart: their element has no link to another one.
 * @param url the page's address
 */
export function soldAsIn(html: string, url: string): OtherState | undefined {
	if (!HINTS.some((words) => words.test(html))) return undefined;
	const open: { parts: Part[]; before: Seen; hasAnother: boolean }[] = [];
	const within: Record<Part, number> = { elsewhere: 0, another: 0, beside: 0, disabled: 0, button: 0, cart: 0, add: 0 };
	const starts = new Set(['main', 'h1']);
	let text = '';
	let seen = NOTHING;
	/** The button says that it is for an order in advance. */
	let isOrder = false;
	const isElsewhere = () => {
		const isOwn = within.beside === 0 || (starts.size < 2 && within.cart + within.add > 0);
		return within.elsewhere + within.another > 0 || !isOwn;
	};
	const withOwn = (): Seen => ({ own: within.cart > 0 ? 'open' : 'closed', ...seen });
	const press = (label: string) => {
		// Arrows and exclamation marks.
		const words = label.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]{1,9}$/u, '');
		const isBuy = BUY.test(words);
		if (within.button > 0 && (CHOOSE.test(words) || (isBuy && within.disabled > 0)))
			seen = { ...withOwn(), isChoosing: true };
		if (within.disabled > 0) return;
		const order = within.button > 0 ? stateSaidBy(words, ORDERS) : undefined;
		if (order !== undefined) isOrder = true;
		const state = stateSaidBy(words, BUTTONS) ?? (seen.own === 'past' ? undefined : order);
		// Below the button of a product on sale, a link to a draw is the shop's.
		if (seen.isChoosing && within.button === 0 && state) return;
		decide(isBuy ? 'buy' : state);
	};
	const decide = (button: Seen['button']) => {
		if (button !== undefined) seen = { button, ...seen };
	};
	const leaveProduct = (before: Seen) => {
		if (before.own === 'closed') seen = { ...before, own: 'past' };
	};
	const compareProduct = (id: string) => {
		if (seen.product === undefined) seen = { ...seen, product: id };
		// The ID can be the last field of a form.
		else if (seen.product !== id) leaveProduct(open.findLast(({ parts }) => parts.includes('cart'))?.before ?? seen);
	};
	const flush = () => {
		const words = isElsewhere() ? '' : text.replaceAll(/\s+/g, ' ').trim();
		text = '';
		if (words === '') return;
		if (within.disabled === 0 && WAITING.test(words)) seen = { ...seen, isWaiting: true };
		press(words);
	};
	const parser = new Parser({
		onopentag(tag, attributes) {
			flush();
			if (open.length >= DEEPEST) return parser.pause();
			const parts = partsOf(tag, attributes, { url, isInCart: within.cart > 0 });
			const around = parts.includes('another') && open.findLast((one) => one.parts.includes('beside'));
			if (around) around.hasAnother = true;
			open.push({ parts, before: seen, hasAnother: false });
			for (const part of parts) within[part]++;
			if (parts.includes('another') && within.elsewhere === 0) leaveProduct(seen);
			if (isElsewhere()) return;
			const product = within.cart > 0 ? productIdIn(attributes) : undefined;
			if (product !== undefined) compareProduct(product);
			if (parts.includes('button')) isOrder = false;
			if (starts.delete(attributes['role'] === 'main' ? 'main' : tag)) seen = { ...NOTHING, isWaiting: seen.isWaiting };
			if (tag === 'input' && within.button > 0) press((attributes['value'] ?? '').trim());
		},
		ontext(more) {
			text += more;
		},
		onclosetag() {
			flush();
			const { parts = [], before = seen, hasAnother = false } = open.pop() ?? {};
			if (parts.includes('add') && !isElsewhere()) {
				// Whatever else it says.
				if (within.disabled === 0 && !isOrder) decide('buy');
				seen = withOwn();
			}
			for (const part of parts) within[part]--;
			if (parts.includes('cart') && seen.own === 'open') seen = { ...seen, own: 'closed' };
			if (hasAnother) seen = before;
		},
	});
	parser.write(html);
	flush();
	if (seen.isWaiting) return 'queue';
	return seen.button === 'buy' ? undefined : seen.button;
}

function stateSaidBy(words: string, known: typeof BUTTONS): OtherState | undefined {
	return known.find(([, pattern]) => pattern.test(words))?.[0];
}

/** The shop's ID of the product that a form puts into the cart; its variants can have a form each. */
function productIdIn({ name, value, ...attributes }: Record<string, string>): string | undefined {
	const own = /^(?:product[-_]?id|add-to-cart)$/i.test(name ?? '') ? value : undefined;
	return own || attributes['data-product-id'] || attributes['data-product_id'] || undefined;
}

function partsOf(
	tag: string,
	attributes: Record<string, string>,
	{ url, isInCart }: { url: string; isInCart: boolean },
): Part[] {
	const { type = 'submit', role, href, disabled } = attributes;
	const isWhole = tag === 'html' || tag === 'body';
	const isPressed = tag === 'button' || (tag === 'input' && /^(?:submit|button)$/i.test(attributes['type'] ?? ''));
	const isAdding = (isPressed || tag === 'form') && ADD.test(Object.values(attributes).join(' '));
	return [
		...(!isWhole && (ELSEWHERE.has(tag) || isAside(attributes)) ? (['elsewhere'] as const) : []),
		...(isLinkToAnother(href, tag, url) ? (['another'] as const) : []),
		...(BESIDE.has(tag) ? (['beside'] as const) : []),
		...(disabled !== undefined ? (['disabled'] as const) : []),
		...(isPressed || role === 'button' ? (['button'] as const) : []),
		...(isAdding && tag === 'form' ? (['cart'] as const) : []),
		...(isPressed && (isAdding || (isInCart && /^submit$/i.test(type))) ? (['add'] as const) : []),
	];
}

/** Shopify's themes have the shop's news in such an element, above all pages. */
const NEWS = /(?:^|\s)announcement[-_]?bar(?:\s|$)/i;

/** What a page does not show, or not yet, and what it shows beside its subject. */
function isAside({ hidden, role, style, class: classes, 'aria-hidden': aria }: Record<string, string>): boolean {
	if (hidden !== undefined || aria === 'true' || NEWS.test(classes ?? '')) return true;
	return ROLES_ELSEWHERE.has(role ?? '') || /\bdisplay\s*:\s*none\b/i.test(style ?? '');
}

/** Whether a link leads to a neighbour of the page, in any part of the shop: `/new/products/two` from `/products/one`. */
function isLinkToAnother(href: string | undefined, tag: string, page: string): boolean {
	if (tag !== 'a' || href === undefined) return false;
	const [to, from] = [URL.parse(href, page), URL.parse(page)];
	if (!to || !from || to.host !== from.host) return false;
	const [[name, folder], [own, ownFolder]] = [endOf(to), endOf(from)];
	return name !== own && folder === ownFolder;
}

function endOf({ pathname }: URL): [name: string | undefined, folder: string | undefined] {
	const [name, folder] = pathname.split('/').filter(Boolean).toReversed();
	return [name, folder];
}
