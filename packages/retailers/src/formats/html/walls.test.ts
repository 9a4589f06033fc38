import { expect, test } from 'vitest';
import { readSchemaOrgPage } from '../schemaOrg/page.ts';
import { ldJson, product, read } from '../schemaOrg/testing.ts';
import { soldAsIn } from './soldAs.ts';
import { wallOf } from './walls.ts';

const long = 'Shoes for everybody, in all colours. '.repeat(10);

test.each([
	['queue', '<title>Queue</title><h1>You are now in line</h1>'],
	['queue', "<p>You're in the queue. Your estimated wait time is 5 minutes.</p>"],
	['queue', '<html data-pageid="queue"><body></body></html>'],
	['queue', '<script src="https://static.queue-it.net/script/queueclient.min.js"></script>'],
	['wall', '<html><title>Access Denied</title></html>'],
	[
		'wall',
		'<H1>Access Denied</H1> You don\'t have permission to access "http&#58;//x/" on this server.<P>Reference&#32;&#35;18',
	],
	['wall', '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>'],
	[
		'wall',
		'<html><head><script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script></head></html>',
	],
	['wall', 'Request unsuccessful. Incapsula incident ID: 877000170000000000-12'],
	['wall', `<script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script><p>${long}</p>`],
	['wall', '<title>Access to this page has been denied</title><div id="px-captcha"></div>'],
	['wall', '<h1>Robot or human?</h1><p>Please confirm that you are human</p>'],
	['wall', '<p>The requested URL was rejected. Please consult with your administrator.</p>'],
	[null, '<html></html>'],
	[null, `<script src="https://static.queue-it.net/script/queueclient.min.js"></script><main>${long}</main>`],
	[null, `<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><main>${long}</main>`],
	[null, `<script>texts = {queue: "You are now in line"}</script><main>${long}</main>`],
	[null, '<h1>Desk lamp</h1><p>$20.00</p>'],
] as const)('a page is a %s: %s', (wall, html) => {
	expect(wallOf(html)).toBe(wall);
	expect(readSchemaOrgPage(html, { url: 'https://shop.example/p' })).toMatchObject(
		wall === null ? { code: 'no_product', noData: true } : { code: 'wall', ...(wall === 'queue' && { queue: true }) },
	);
});

/** A link of the shop that is not about the page's product. */
const RAFFLE = '<div><a href="/pages/raffle">Enter the raffle</a></div>';

test.each([
	['queue', '<h2>You are now in line</h2>'],
	['queue', '<button> Join the queue </button>'],
	['draw', '<a class="b">Enter the draw</a>'],
	[undefined, '<p>Subscribe and enter the draw for a voucher.</p>'],
	[undefined, '<script>t = "You are in line"</script>'],
	['queue', '<button><span>Join the line</span></button>'],
	['queue', '<p>Thanks for waiting. You are now in line to buy this shoe.</p>'],
	['queue', '<p>You are in the queue for the drop</p>'],
	['queue', '<p>You are now in line for <b>Shoe</b></p><button>Join the queue →</button>'],
	['draw', '<button>Enter the draw!</button>'],
	['queue', '<button disabled>Add to cart</button><p>You are in the virtual queue.</p><button>Add to cart</button>'],
	['draw', '<a href="/raffles/7">Enter draw</a><h2>More</h2><div><button>Add to cart</button></div>'],
	['draw', '<button disabled>Add to bag</button><button>Enter raffle</button>'],
	[undefined, '<nav><a href="/draws">Enter draw</a></nav>'],
	[undefined, '<header><a href="/queue">Join the queue</a></header>'],
	[undefined, '<div role="dialog"><h2>You are now in line</h2></div>'],
	[undefined, '<div hidden><button>Join the queue</button></div><div style="display:none">You are in line.</div>'],
	[undefined, '<main><button>Add to Bag</button></main><div><h3>Other</h3><a href="/raffle/2">Enter draw</a></div>'],
	[undefined, '<form><input type="submit" value="Add to cart"></form><button>Join the queue</button>'],
	[undefined, '<ul><li><b>Other shoe</b><button>Enter the raffle</button></li></ul>'],
	[undefined, '<div><a href="/p/2"><b>Other shoe</b><span>Enter draw</span></a><a href="/p/2">Enter draw</a></div>'],
	// A link of the shop before the product.
	[undefined, `${RAFFLE}<main><button>Add to cart</button></main>`],
	[undefined, `${RAFFLE}<h1>Shoe</h1><p>$50</p>`],
	[undefined, `<main>${RAFFLE}<h1>Shoe</h1><form action="/cart/add"><button>Add to cart</button></form></main>`],
	[undefined, `<div class="announcement-bar" role="region">${RAFFLE}</div><form><button>Add to cart</button></form>`],
	['draw', `<div><button>Add to cart</button></div><main><h1>Shoe</h1>${RAFFLE}</main>`],
	['draw', '<header><h1>Shop</h1></header><button>Enter raffle</button><h2>More</h2>'],
	['draw', `<h1>Shoe</h1>${RAFFLE}<h1>You may also like</h1><button>Add to cart</button>`],
	// A link of the shop after the product's button.
	[undefined, `<form action="/pl/cart/add" method="post"><button>Biorę!</button></form>${RAFFLE}`],
	[undefined, `<form action="/cart/add"><button type="submit"><svg></svg></button></form>${RAFFLE}`],
	[undefined, `<form class="cart"><button name="add-to-cart" value="7">Biorę!</button></form>${RAFFLE}`],
	[undefined, `<form action="/cart/add"><input type="submit" value="Biorę!"></form>${RAFFLE}`],
	[undefined, `<button disabled>Add to cart</button>${RAFFLE}`],
	['draw', `<form action="/cart/add"><button type="button">+</button></form>${RAFFLE}`],
	['draw', '<form action="/cart/add"><button><svg></svg>Enter the raffle</button></form>'],
	['draw', `<h1>Shoe</h1><p>Select a size</p>${RAFFLE}`],
	['draw', '<button>Select a size</button><button>Enter the raffle</button>'],
	['draw', '<form action="/cart/add"><button disabled>Add to cart</button><button>Enter the raffle</button></form>'],
	['draw', `<button disabled>Sold out</button>${RAFFLE}`],
	['draw', '<button disabled>Add to cart</button><a role="button" href="/raffles/7">Enter the raffle</a>'],
	['preorder', '<form action="/cart/add"><button>Pre-order now</button></form>'],
	['preorder', '<form class="cart"><button name="add-to-cart" value="7"><span>Preorder – $50</span></button></form>'],
	['preorder', '<form><input type="submit" value="PRE ORDER"></form>'],
	['backorder', '<button>Back-order</button>'],
	[undefined, '<form action="/cart/add"><button>Add to cart</button></form><button>Pre-order</button>'],
	[undefined, '<h1>Shoe</h1><span>Pre-order</span><a href="/pre-orders">Pre-order</a><button>Add to cart</button>'],
	[undefined, '<button>Pre-order FAQ</button><button>Add to cart</button>'],
	[undefined, '<div hidden><button>Pre-order</button></div><button>Add to cart</button>'],
	[undefined, "<p>For the days when you're in line at the coffee shop. If you are in line with us, write.</p>"],
])('stock on a page has the state %s: %s', (state, html) => {
	expect(read(ldJson(product()) + html)).toMatchObject({ available: state === undefined, ...(state && { state }) });
});

/** Another product below the page's, which can be pre-ordered. */
const NEIGHBOUR = '<section><div><a href="/p/2">Other shoe</a><button>Pre-order</button></div></section>';
const cartForm = (...buttons: string[]) => `<form action="/cart/add">${buttons.join('')}</form>`;
const PREORDER = '<button type="submit">Pre-order</button>';
const ADD_TO_CART = '<button type="submit">Add to cart</button>';
const SOLD_OUT = '<button type="submit" name="add" disabled>Sold out</button>';

test.each([
	['preorder', cartForm(PREORDER)],
	['preorder', '<button class="add-to-cart">Pre-order</button>'],
	['preorder', `<h2>Shoe</h2>${cartForm(PREORDER)}<p><a href="/pages/shipping">Shipping</a></p>`],
	['preorder', `<ul><li><a href="/p/3">In blue</a></li></ul>${cartForm(PREORDER)}`],
	['preorder', cartForm(`<ul><li>${PREORDER}</li></ul>`)],
	['preorder', `<form action="/cart/add" id="instalments"></form>${cartForm(PREORDER)}`],
	['preorder', cartForm(PREORDER), RAFFLE],
	[undefined, cartForm(ADD_TO_CART), NEIGHBOUR],
	[undefined, cartForm('<button type="submit"><svg></svg></button>'), NEIGHBOUR],
	[undefined, cartForm(SOLD_OUT), NEIGHBOUR],
	[undefined, cartForm(SOLD_OUT), NEIGHBOUR.replace('<button>Pre-order</button>', cartForm(PREORDER))],
	['draw', cartForm(SOLD_OUT), RAFFLE],
])('the product’s own button says %s in any element: %s, above %s', (state, box, below = '') => {
	for (const tag of ['div', 'aside', 'li']) {
		const html = `<main><h1>Shoe</h1><${tag}>${box}</${tag}>${below}</main>`;
		expect([tag, soldAsIn(html, 'https://shop.example/p/1')]).toEqual([tag, state]);
	}
});

const disabled = (label: string) => `<button type="submit" disabled>${label}</button>`;
const withId = (id: number, ...buttons: string[]) =>
	cartForm(...buttons, `<input type="hidden" name="product-id" value="${id}">`);
test.each([
	['another form', cartForm(SOLD_OUT) + cartForm(PREORDER)],
	['a form per size', `<div>8 ${cartForm(disabled('Pre-order'))}</div><div>9 ${cartForm(PREORDER)}</div>`],
	['a button below', `${cartForm(disabled('Select a size'))}<button type="button">Pre-order now</button>`],
	['a script’s button', `${cartForm(SOLD_OUT)}<button class="js-preorder">Pre-order</button>`],
	['another form of the product', withId(1, SOLD_OUT) + withId(1, PREORDER)],
	['another form below a list', `${cartForm(SOLD_OUT)}<ul><li><a href="/p/2">Blue</a></li></ul>${cartForm(PREORDER)}`],
	['another form below a menu', `${cartForm(SOLD_OUT)}<nav><a href="/p/2">Next</a></nav>${cartForm(PREORDER)}`],
])('below a form that cannot be sent, the product is one to pre-order in %s', (_, html) => {
	expect(soldAsIn(`<main><h1>One</h1>${html}</main>`, 'https://shop.example/p/1')).toBe('preorder');
});

test.each([
	['a size has to be chosen', '<button>Select a size</button>'],
	['options have to be chosen', '<button>Choose options</button>'],
	['it cannot be pressed', '<button disabled>Add to bag</button>'],
	['it cannot be pressed, in a word of the shop', '<button class="add-to-bag" disabled>Biorę!</button>'],
	['its form cannot be sent', cartForm('<button type="button">Select a size</button>')],
])('below the product’s button, a neighbour’s pre-order says nothing while %s', (_, button) => {
	const soldAs = (html: string) => soldAsIn(`<main><h1>One</h1>${html}</main>`, 'https://shop.example/p/1');
	expect(soldAs(button + NEIGHBOUR)).toBeUndefined();
	expect(soldAs(`<a href="/p/2">In blue</a>${button}<a href="/pages/sizes">Sizes</a>${PREORDER}`)).toBe('preorder');
});

test.each([
	['an ID behind its button', withId(2, PREORDER)],
	['an ID of its form', `<form action="/cart/add" data-product-id="2">${PREORDER}</form><button>Pre-order</button>`],
])('below a form that cannot be sent, the form of another product with %s says nothing', (_, html) => {
	const page = `<main><h1>One</h1>${withId(1, SOLD_OUT)}${html}`;
	expect(soldAsIn(`${page}</main>`, 'https://shop.example/p/1')).toBeUndefined();
	expect(soldAsIn(`${page}${RAFFLE}</main>`, 'https://shop.example/p/1')).toBe('draw');
});

test.each([
	['a neighbour in a list', `<ul><li><a href="/p/2">Other shoe</a>${cartForm(PREORDER)}</li></ul>`],
	['a neighbour whose link follows', `<ul><li>${cartForm(PREORDER)}<a href="/p/2">Other shoe</a></li></ul>`],
	['a neighbour in a collection', `<aside>${cartForm(PREORDER)}<a href="/new/p/2">Other shoe</a></aside>`],
	['a neighbour’s button alone', '<li><a href="/p/2">Other</a><button class="add-to-cart">Pre-order</button></li>'],
	['a complementary aside', `<aside role="complementary">${cartForm(PREORDER)}</aside>`],
	['an aside in a menu', `<nav><aside>${cartForm(PREORDER)}</aside></nav>`],
	['an aside that is hidden', `<aside hidden>${cartForm(PREORDER)}</aside>`],
	['an aside without a form', `<aside>${PREORDER}</aside>`],
])('the button of %s is not the product’s', (_, html) => {
	const page = `<main><h1>Shoe</h1>${html}<div><a href="/p/1?again">Shoe</a>`;
	expect(soldAsIn(`${page}</div></main>`, 'https://shop.example/p/1')).toBeUndefined();
	expect(soldAsIn(`${page}<button>Back-order</button></div></main>`, 'https://shop.example/p/1')).toBe('backorder');
});

test('before the heading, an aside is the shop’s', () => {
	const html = `<aside>${cartForm(PREORDER)}</aside><p>Shoe</p>`;
	expect(soldAsIn(html, 'https://shop.example/p/1')).toBeUndefined();
});

test.each([
	'Add to cart – $129.90',
	'Buy',
	'Select a size',
	'In den Warenkorb legen',
	'Größe wählen',
	'Choisir une taille',
	'Agregar al carrito',
	'Adicionar ao carrinho',
	'Aggiungi alla borsa',
	'Toevoegen aan winkelwagen',
	'Dodaj do koszyka',
	'Do košíku',
	'Lägg i varukorgen',
	'Köp',
	'Læg i kurv',
	'Legg i handlekurven',
	'Lisää ostoskoriin',
	'Kosárba teszem',
	'Adaugă în coș',
	'Sepete ekle',
	'Προσθήκη στο καλάθι',
	'В корзину',
	'今すぐ購入',
	'장바구니 담기',
	'立即购买',
])('the button of a product on sale says: %s', (label) => {
	expect(read(`${ldJson(product())}<h1>Shoe</h1><button>${label}</button>${RAFFLE}`)).toMatchObject({
		available: true,
	});
});

test.each([
	'Jetzt vorbestellen',
	'Précommander',
	'Reservar',
	'Pré-venda',
	'Preordina ora',
	'Kup w przedsprzedaży',
	'Förbeställ',
	'Предзаказ',
	'予約する',
	'예약 구매',
	'立即预订',
])('the button of a pre-order says: %s', (label) => {
	expect(read(`${ldJson(product())}<h1>Shoe</h1><button>${label}</button>`)).toMatchObject({ state: 'preorder' });
});

test('deeply nested pages are searched as fast as others', () => {
	const startedAt = process.cpuUsage();
	expect(soldAsIn('<div><li>'.repeat(100_000) + 'Enter draw', 'https://shop.example/p')).toBeUndefined();
	expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(5000);
});
