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

/** Elements that show other things than the page's product: menus, lists of products, and what opens later. */
const ELSEWHERE = new Set(['nav', 'header', 'footer', 'aside', 'dialog', 'li', 'script', 'style', 'template']);
/** How many elements can be within each other: a parser takes long for pages that nest more. */
const DEEPEST = 1000;
const ROLES_ELSEWHERE = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'dialog', 'alertdialog']);

/**
 * What an element is, or is within: not about the page's product, not to be pressed, a button, or one that puts the product
 * into the cart; `cart` is the form of such buttons.
 */
type Part = 'elsewhere' | 'disabled' | 'button' | 'cart' | 'add';

/**
 * How a product page says that what is in stock is sold; undefined for one on sale. Of the buttons, the first one is the
 * product's: those of other products follow it, and those of the shop precede the page's main element or heading. Menus
 * and links to other products do not count.
 * @param url the page's address
 */
export function soldAsIn(html: string, url: string): OtherState | undefined {
	if (!HINTS.some((words) => words.test(html))) return undefined;
	const open: Part[][] = [];
	const within: Record<Part, number> = { elsewhere: 0, disabled: 0, button: 0, cart: 0, add: 0 };
	const starts = new Set(['main', 'h1']);
	let text = '';
	let isWaiting = false;
	let button: OtherState | 'buy' | undefined;
	/** The product's button is there, but a size has to be chosen first. */
	let isChoosing = false;
	const press = (label: string) => {
		// Arrows and exclamation marks.
		const words = label.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]{1,9}$/u, '');
		const isBuy = BUY.test(words);
		if (within.button > 0 && (CHOOSE.test(words) || (isBuy && within.disabled > 0))) isChoosing = true;
		if (within.disabled > 0) return;
		const known = within.button > 0 ? [...BUTTONS, ...ORDERS] : BUTTONS;
		const state = known.find(([, pattern]) => pattern.test(words))?.[0];
		// Below the button of a product on sale, a link to a draw is the shop's.
		if (isChoosing && within.button === 0 && state) return;
		button ??= isBuy ? 'buy' : state;
	};
	const flush = () => {
		const words = within.elsewhere === 0 ? text.replaceAll(/\s+/g, ' ').trim() : '';
		text = '';
		if (words === '') return;
		isWaiting ||= within.disabled === 0 && WAITING.test(words);
		press(words);
	};
	const parser = new Parser({
		onopentag(tag, attributes) {
			flush();
			if (open.length >= DEEPEST) return parser.pause();
			const parts = partsOf(tag, attributes, { url, isInCart: within.cart > 0 });
			open.push(parts);
			for (const part of parts) within[part]++;
			if (within.elsewhere > 0) return;
			if (starts.delete(attributes['role'] === 'main' ? 'main' : tag)) [button, isChoosing] = [undefined, false];
			if (tag === 'input' && within.button > 0) press((attributes['value'] ?? '').trim());
		},
		ontext(more) {
			text += more;
		},
		onclosetag() {
			flush();
			const parts = open.pop() ?? [];
			// Whatever it says.
			if (parts.includes('add') && within.disabled === 0 && within.elsewhere === 0) button ??= 'buy';
			for (const part of parts) within[part]--;
		},
	});
	parser.write(html);
	flush();
	if (isWaiting) return 'queue';
	return button === 'buy' ? undefined : button;
}

function partsOf(
	tag: string,
	attributes: Record<string, string>,
	{ url, isInCart }: { url: string; isInCart: boolean },
): Part[] {
	const { type = 'submit', role, href, disabled } = attributes;
	const isWhole = tag === 'html' || tag === 'body';
	const isElsewhere = ELSEWHERE.has(tag) || isAside(attributes) || isLinkToAnother(href, tag, url);
	const isPressed = tag === 'button' || (tag === 'input' && /^(?:submit|button)$/i.test(attributes['type'] ?? ''));
	const isAdding = (isPressed || tag === 'form') && ADD.test(Object.values(attributes).join(' '));
	return [
		...(!isWhole && isElsewhere ? (['elsewhere'] as const) : []),
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
